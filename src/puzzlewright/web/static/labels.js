// What a cell or a border is called by a screen reader: its name and what is on it.

import { edgeAt, isEdge, keyOf, nameOf } from "./places.js";
import { has, t } from "./words.js";

/** What is printed on each cell, as words by the key of the cell. */
export function printed(items) {
  const words = new Map();
  const add = (cell, word) => words.set(keyOf(cell), [...(words.get(keyOf(cell)) ?? []), word]);
  for (const item of items) {
    if (item.kind === "fill") add(item.cell, t(`on-${item.tone ?? "medium"}`));
    else if (item.kind === "square") add(item.cell, t("on-square-given"));
    else if (item.kind === "text") add(item.cell, item.text === "?" ? t("on-unknown") : item.text);
    else if (item.kind === "arrow") arrow(item.cells, add);
  }
  return words;
}

function arrow(cells, add) {
  cells.forEach((cell, index) => {
    const last = index === cells.length - 1;
    const [here, there] = last ? [cells[index - 1], cell] : [cell, cells[index + 1]];
    const way = here[0] === there[0] ? (there[1] > here[1] ? "right" : "left") : there[0] > here[0] ? "down" : "up";
    const part = last ? "on-arrow-head" : index === 0 ? "on-arrow-tail" : "on-arrow";
    add(cell, t(part, { way: t(`way-${way}`) }));
  });
}

/** The name of a place with what is on it. `written` are words for its mark, `walls` the sides of a cell with a line. */
export function labelOf(place, words, written, setOff, walls = []) {
  const parts = [isEdge(place) ? t("border-name", { one: nameOf(place[0]), other: nameOf(place[1]) }) : nameOf(place)];
  parts.push(...(words ?? []));
  if (written) parts.push(written);
  if (walls.length) parts.push(t("on-walls", { sides: walls.map((side) => t(`way-${side}`)).join(" ") }));
  if (parts.length === 1) parts.push(t("on-nothing"));
  for (const why of setOff ?? []) if (has(`on-${why}`)) parts.push(t(`on-${why}`));
  return parts.join(", ");
}

/** The borders of a cell by their side. */
export const sides = ([row, col]) => ({
  up: edgeAt([2 * row, 2 * col + 1]),
  right: edgeAt([2 * row + 1, 2 * col + 2]),
  down: edgeAt([2 * row + 2, 2 * col + 1]),
  left: edgeAt([2 * row + 1, 2 * col]),
});
