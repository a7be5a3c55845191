// What a pointer does from down to up, for marks of a solver and for clues of a setter.

import { edgeAt, keyOf, touching } from "./places.js";

/** What a tap makes of a mark: round the values of the kinds, beginning with the pen, then nothing. */
export function next(value, kinds, pen) {
  const order = [...kinds.slice(pen), ...kinds.slice(0, pen)].map((kind) => kind.value);
  return order[order.indexOf(value) + 1] ?? null;
}

const cellOf = ([y, x]) => [Math.floor(y), Math.floor(x)];

/**
 * Marks on cells: the first cell gets its next mark; cells that are dragged over get the same, if they were empty, or
 * are emptied like the first one.
 */
export class CellStroke {
  #values = new Map();

  /** `sheet` has value(key), isFree(key), kinds, preview(values), write(values, place). */
  constructor(sheet, point, pen) {
    this.sheet = sheet;
    this.first = cellOf(point);
    const key = keyOf(this.first);
    this.before = sheet.value(key);
    this.after = next(this.before, sheet.kinds, pen);
    if (sheet.isFree(key)) this.#values.set(key, this.after);
    else this.after = sheet.kinds[pen].value;
  }

  move(point) {
    const key = keyOf(cellOf(point));
    if (this.#values.has(key) || !this.sheet.isFree(key)) return;
    const value = this.sheet.value(key);
    if (this.after === null ? value === this.before : value === null) this.#values.set(key, this.after);
  }

  show() {
    this.sheet.preview(this.#values);
  }

  end() {
    this.sheet.preview(new Map());
    this.sheet.write(this.#values, this.first);
  }

  cancel() {
    this.sheet.preview(new Map());
  }
}

const TAP_REACH = 0.38;
const DRAG_FROM = 0.3;

/** Marks on borders: a tap near a border gives it its next mark; a drag along borders draws, or takes away what is drawn. */
export class EdgeStroke {
  #corners = [];
  #start;

  constructor(sheet, point, pen) {
    Object.assign(this, { sheet, pen });
    this.#start = point;
    this.tapped = this.#nearest(point);
  }

  move([y, x]) {
    const corner = [2 * Math.round(y), 2 * Math.round(x)];
    const [startY, startX] = this.#start;
    if (!this.#corners.length) {
      if (Math.hypot(y - startY, x - startX) < DRAG_FROM) return;
      this.#corners.push([2 * Math.round(startY), 2 * Math.round(startX)]);
    }
    const last = this.#corners.at(-1);
    const far = Math.abs(corner[0] - last[0]) + Math.abs(corner[1] - last[1]);
    // Near the middle of a cell it is not clear which corner is meant.
    const clear = Math.hypot(y - corner[0] / 2, x - corner[1] / 2) < 0.42;
    if (!far || !clear) return;
    const before = this.#corners.at(-2);
    if (before && before[0] === corner[0] && before[1] === corner[1]) this.#corners.pop();
    else if (far === 2) this.#corners.push(corner);
    else this.#cut(last, corner);
  }

  /** Round a corner too fast: first along the way that is longer, then the other. */
  #cut(last, corner) {
    let [y, x] = last;
    while (y !== corner[0] || x !== corner[1]) {
      if (Math.abs(corner[1] - x) >= Math.abs(corner[0] - y)) x += 2 * Math.sign(corner[1] - x);
      else y += 2 * Math.sign(corner[0] - y);
      this.#corners.push([y, x]);
    }
  }

  show() {
    this.sheet.preview(this.#values());
  }

  end() {
    this.sheet.preview(new Map());
    const values = this.#values();
    const first = this.tapped ?? null;
    if (values.size) this.sheet.write(values, first);
  }

  cancel() {
    this.sheet.preview(new Map());
  }

  #values() {
    if (this.#corners.length < 2) {
      const key = this.tapped && keyOf(this.tapped);
      return key ? new Map([[key, next(this.sheet.value(key), this.sheet.kinds, this.pen)]]) : new Map();
    }
    const edges = this.#corners
      .slice(1)
      .map((corner, index) => edgeAt([(corner[0] + this.#corners[index][0]) / 2, (corner[1] + this.#corners[index][1]) / 2]))
      .map((edge) => keyOf(edge))
      .filter((key) => this.sheet.isFree(key));
    const value = this.sheet.kinds[this.pen].value;
    const clears = edges.length > 0 && this.sheet.value(edges[0]) === value;
    return new Map(edges.map((key) => [key, clears ? null : value]));
  }

  #nearest([y, x]) {
    const [row, col] = [Math.floor(y), Math.floor(x)];
    const [down, right] = [y - row, x - col];
    const choices = [
      [down, [2 * row, 2 * col + 1]],
      [1 - down, [2 * row + 2, 2 * col + 1]],
      [right, [2 * row + 1, 2 * col]],
      [1 - right, [2 * row + 1, 2 * col + 2]],
    ]
      .map(([far, middle]) => [far, edgeAt(middle)])
      .filter(([far, edge]) => far < TAP_REACH && this.sheet.isFree(keyOf(edge)));
    return choices.length ? choices.reduce((best, one) => (one[0] < best[0] ? one : best))[1] : null;
  }
}

/** The way of a gesture through cells, for a tool of the setter: one cell for a tap, neighbours after each other. */
export class PathStroke {
  /** `desk` has holds(cell), preview(cells) and apply(cells, erase). */
  constructor(desk, point, erase, onlyOne) {
    Object.assign(this, { desk, erase, onlyOne });
    this.cells = [cellOf(point)];
  }

  move(point) {
    const cell = cellOf(point);
    const last = this.cells.at(-1);
    if (this.onlyOne || !this.desk.holds(cell) || keyOf(cell) === keyOf(last)) return;
    const before = this.cells.at(-2);
    if (before && keyOf(before) === keyOf(cell)) this.cells.pop();
    else if (touching(last, cell)) this.cells.push(cell);
    else this.cells.push([last[0], cell[1]], cell);
  }

  show() {
    this.desk.preview(this.cells);
  }

  end() {
    this.desk.preview([]);
    this.desk.apply(this.cells, this.erase);
  }

  cancel() {
    this.desk.preview([]);
  }
}
