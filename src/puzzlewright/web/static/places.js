// Cells `[row, col]`, borders `[[row, col], [row, col]]`, points `[y, x]` in half cells, and marks on them.

export const isEdge = (place) => Array.isArray(place[0]);

/** A text that is the same for the same place. */
export const keyOf = (place) => place.flat().join(",");

export function placeOf(key) {
  const numbers = key.split(",").map(Number);
  return numbers.length === 2 ? numbers : [numbers.slice(0, 2), numbers.slice(2)];
}

export const markedPlace = (mark) => mark.cell ?? mark.edge;

export const markAt = (place, value) => (isEdge(place) ? { edge: place, value } : { cell: place, value });

/** Marks as a map from the keys of their places to their values, and back. */
export const valuesOf = (marks) => new Map(marks.map((mark) => [keyOf(markedPlace(mark)), mark.value]));
export const marksOf = (values) => [...values].map(([key, value]) => markAt(placeOf(key), value));

/** The middle of a cell or of the border between two cells. */
export function centre(place) {
  if (!isEdge(place)) return [2 * place[0] + 1, 2 * place[1] + 1];
  const [[row, col], [otherRow, otherCol]] = place;
  return [row + otherRow + 1, col + otherCol + 1];
}

/** The corners at the ends of a border. */
export function ends(edge) {
  const [y, x] = centre(edge);
  return x % 2 ? [[y, x - 1], [y, x + 1]] : [[y - 1, x], [y + 1, x]];
}

/** The border with this middle, if a middle of a border it is. */
export function edgeAt([y, x]) {
  if (y % 2 === x % 2) return null;
  return x % 2
    ? [[y / 2 - 1, (x - 1) / 2], [y / 2, (x - 1) / 2]]
    : [[(y - 1) / 2, x / 2 - 1], [(y - 1) / 2, x / 2]];
}

/** The place with this middle: a cell, a border, or null for a corner. */
export function placeAt([y, x]) {
  if (y % 2 && x % 2) return [(y - 1) / 2, (x - 1) / 2];
  return y % 2 || x % 2 ? edgeAt([y, x]) : null;
}

export const touching = (one, other) => Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) === 1;

/** The name that people use: r1c1 is the cell at the top left. */
export const nameOf = (place) => (isEdge(place) ? place.map(nameOf).join("–") : `r${place[0] + 1}c${place[1] + 1}`);
