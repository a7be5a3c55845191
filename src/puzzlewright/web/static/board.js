// The board on the screen: a drawing, the marks on it, what is set off, and the grid of places that have the focus.

import { shape } from "./dom.js";
import { labelOf, printed, sides } from "./labels.js";
import { CELL, LAYERS, shapesOf } from "./shapes.js";
import { ends, edgeAt, isEdge, keyOf, markedPlace, placeOf } from "./places.js";
import { t, titled } from "./words.js";

/** Units left of the board and above it, with room for numbers of columns and rows, and on the other sides. */
const BEFORE = 15;
const AFTER = 3;

export class Board {
  #layers = {};
  #marks = new Map();
  #setOff = [];
  #preview = [];
  #places = new Map();
  #words = new Map();
  #whys = new Map();
  #heads = new Set();
  #current = null;

  constructor(svg) {
    this.svg = svg;
    this.rows = 0;
    this.cols = 0;
  }

  /** Draw a board without marks. `onBorders` lets borders have the focus, as well as cells. */
  show(drawing, kinds, onBorders) {
    const same = this.rows === drawing.rows && this.cols === drawing.cols && this.onBorders === onBorders;
    Object.assign(this, { drawing, kinds, onBorders, rows: drawing.rows, cols: drawing.cols });
    const [width, height] = [this.cols * CELL, this.rows * CELL];
    this.svg.setAttribute("viewBox", `${-BEFORE} ${-BEFORE} ${width + BEFORE + AFTER} ${height + BEFORE + AFTER}`);
    this.svg.setAttribute("aria-label", drawing.title);
    const picture = shape("g", { "aria-hidden": "true" });
    for (const name of LAYERS) {
      this.#layers[name] = shape("g", { class: name });
      picture.append(this.#layers[name]);
    }
    this.#frame(width, height);
    this.#number();
    this.#heads = new Set(
      drawing.items
        .filter((item) => item.kind === "arrow" && item.heads !== "each")
        .map((item) => keyOf(item.cells.at(-1))),
    );
    for (const item of drawing.items) this.#put(item);
    this.#words = printed(drawing.items);
    this.#marks.clear();
    this.#setOff = [];
    this.#preview = [];
    this.#whys.clear();
    this.svg.classList.remove("numbered");
    for (const old of this.svg.querySelectorAll(":scope > g[aria-hidden]")) old.remove();
    this.svg.prepend(picture);
    if (!same) this.#makePlaces();
    this.relabel();
  }

  /** A small picture of the board with marks, for reading beside the board. */
  copy(marks, setOff = []) {
    const small = new Board(shape("svg", { role: "img", class: "board small" }));
    small.copied = true;
    small.show(this.drawing, this.kinds, false);
    small.mark(marks);
    small.setOff(setOff);
    return small.svg;
  }

  /** The marks on the board: a map from the keys of places to [value, depth of trial]. */
  mark(marks) {
    for (const [key, { mark, made }] of this.#marks) {
      const now = marks.get(key);
      if (now && now[0] === mark[0] && now[1] === mark[1]) continue;
      for (const part of made) part.remove();
      this.#marks.delete(key);
      this.#stale(key);
    }
    for (const [key, mark] of marks) {
      if (this.#marks.has(key)) continue;
      this.#marks.set(key, { mark, made: this.#put(this.#item(key, mark)) });
      this.#stale(key);
    }
    this.#relabelStale();
  }

  /** Set places off: items of the kinds highlight and area. */
  setOff(items) {
    for (const part of this.#setOff) part.remove();
    for (const key of this.#whys.keys()) this.#stale(key);
    this.#setOff = items.flatMap((item) => this.#put(item));
    // Where something is set off, words speak of it as r3c5.
    this.svg.classList.toggle("numbered", items.length > 0);
    this.#whys.clear();
    for (const item of items) {
      if (item.kind !== "highlight") continue;
      const key = keyOf(item.place);
      this.#whys.set(key, [...(this.#whys.get(key) ?? []), item.why]);
      this.#stale(key);
    }
    this.#relabelStale();
  }

  /** What a gesture would write, shown until it ends: a map from keys to values, or a path of cells. */
  preview(values, path = []) {
    for (const part of this.#preview) part.remove();
    this.#preview = [];
    for (const { made } of this.#marks.values()) for (const part of made) part.classList.remove("leaving");
    for (const [key, value] of values) {
      for (const part of this.#marks.get(key)?.made ?? []) part.classList.add("leaving");
      if (value) this.#preview.push(...this.#put(this.#item(key, [value, this.depth ?? 0])));
    }
    if (path.length) {
      const points = path.map(([row, col]) => `${(col + 0.5) * CELL} ${(row + 0.5) * CELL}`);
      const line = shape("path", { class: "path-preview", d: `M${points.join("L")}${path.length === 1 ? "h0" : ""}` });
      this.#layers.preview.append(line);
      this.#preview.push(line);
    }
  }

  /** Where in cells, from the top left, a point of the screen is: [y, x]. */
  locate(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = (this.across * CELL) / box.width;
    return [
      ((event.clientY - box.top) * scale - BEFORE) / CELL,
      ((event.clientX - box.left) * scale - BEFORE) / CELL,
    ];
  }

  /** Columns that fit into the width of the picture, which has a margin as well. */
  get across() {
    return this.cols + (BEFORE + AFTER) / CELL;
  }

  get down() {
    return this.rows + (BEFORE + AFTER) / CELL;
  }

  get current() {
    return this.#current && placeOf(this.#current);
  }

  /** Give a place the focus, or only make it the one that the Tab key leads to. */
  focus(place, take = true) {
    const key = keyOf(place);
    const element = this.#places.get(key);
    if (!element) return;
    this.#places.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = key;
    element.setAttribute("tabindex", "0");
    if (take) element.focus({ preventScroll: true });
  }

  has(place) {
    return this.#places.has(keyOf(place));
  }

  elementOf(place) {
    return this.#places.get(keyOf(place));
  }

  placeOfElement(element) {
    return element.dataset.place ? placeOf(element.dataset.place) : null;
  }

  relabel() {
    if (this.copied) return;
    if (this.drawing) this.#words = printed(this.drawing.items);
    for (const key of this.#places.keys()) this.#label(key);
  }

  #frame(width, height) {
    const across = Array.from({ length: this.rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}h${width}`);
    const down = Array.from({ length: this.cols - 1 }, (_, col) => `M${(col + 1) * CELL} 0v${height}`);
    const rect = { x: 0, y: 0, width, height };
    this.#layers.fills.append(shape("rect", { class: "paper", ...rect }));
    this.#layers.grid.append(shape("path", { class: `grid-lines ${this.drawing.grid}`, d: [...across, ...down].join("") }));
    this.#layers.frame.append(shape("rect", { class: "frame-line", ...rect }));
  }

  #number() {
    const number = (index, x, y) => shape("text", { class: "number", x, y: y + 3.4 }, index + 1);
    const middle = (index) => (index + 0.5) * CELL;
    for (let col = 0; col < this.cols; col++) this.#layers.frame.append(number(col, middle(col), -8.5));
    for (let row = 0; row < this.rows; row++) this.#layers.frame.append(number(row, -8.5, middle(row)));
  }

  #put(item) {
    return shapesOf(item, this.#heads).map(([layer, made]) => {
      this.#layers[layer].append(made);
      return made;
    });
  }

  /** The item that shows a mark, to be set off with others. */
  itemOf(mark) {
    return this.#item(keyOf(markedPlace(mark)), [mark.value, 0]);
  }

  #item(key, [value, depth]) {
    const place = placeOf(key);
    const kind = this.kinds.find((mark) => mark.value === value)?.item ?? "dot";
    const ink = depth ? "drawn trial" : "drawn";
    if (kind === "line") {
      const [start, end] = ends(place);
      return { kind, start, end, stroke: "drawn", ink: depth ? "trial" : "" };
    }
    return isEdge(place) ? { kind, edge: place, ink } : { kind, cell: place, ink };
  }

  /** The grid of places for the focus. With borders it has 2 rows - 1 rows, whose odd ones are borders. */
  #makePlaces() {
    this.svg.querySelector(":scope > g.places")?.remove();
    this.#places.clear();
    this.#current = null;
    if (this.copied) return;
    const step = this.onBorders ? 1 : 2;
    const all = shape("g", { class: "places", role: "presentation" });
    for (let y = 1; y < 2 * this.rows; y += step) {
      const row = shape("g", { role: "row" });
      for (let x = 1; x < 2 * this.cols; x += step) {
        if (y % 2 === 0 && x % 2 === 0) continue;
        const place = y % 2 && x % 2 ? [(y - 1) / 2, (x - 1) / 2] : edgeAt([y, x]);
        const made = this.#placeShape(place, y, x);
        made.setAttribute("aria-colindex", step === 1 ? x : (x + 1) / 2);
        row.append(made);
        this.#places.set(keyOf(place), made);
      }
      row.setAttribute("aria-rowindex", step === 1 ? y : (y + 1) / 2);
      all.append(row);
    }
    this.svg.setAttribute("aria-rowcount", step === 1 ? 2 * this.rows - 1 : this.rows);
    this.svg.setAttribute("aria-colcount", step === 1 ? 2 * this.cols - 1 : this.cols);
    this.svg.append(all);
    this.focus([0, 0], false);
  }

  #placeShape(place, y, x) {
    const half = CELL / 2;
    const box = isEdge(place)
      ? { x: x * half - (y % 2 ? 6 : 16), y: y * half - (y % 2 ? 16 : 6), width: y % 2 ? 12 : 32, height: y % 2 ? 32 : 12, rx: 6 }
      : { x: (x - 1) * half + 2, y: (y - 1) * half + 2, width: CELL - 4, height: CELL - 4, rx: 2 };
    return shape("rect", { class: "place", role: "gridcell", tabindex: -1, "data-place": keyOf(place), ...box });
  }

  #staleKeys = new Set();

  #stale(key) {
    this.#staleKeys.add(key);
  }

  #relabelStale() {
    if (!this.copied) {
      for (const key of this.#staleKeys) {
        this.#label(key);
        const place = placeOf(key);
        // A line is a wall of the cells on both sides.
        if (isEdge(place)) for (const cell of place) this.#label(keyOf(cell));
      }
    }
    this.#staleKeys.clear();
  }

  #label(key) {
    const element = this.#places.get(key);
    if (!element) return;
    const place = placeOf(key);
    const value = this.#marks.get(key)?.mark;
    const kind = value && this.kinds.find((mark) => mark.value === value[0]);
    const written = kind && titled(kind.title, kind.value) + (value[1] ? `, ${t("on-trial")}` : "");
    const walls = isEdge(place)
      ? []
      : Object.entries(sides(place))
          .filter(([, edge]) => this.#marks.get(keyOf(edge))?.mark[0] === this.kinds[0].value)
          .map(([side]) => side);
    element.setAttribute("aria-label", labelOf(place, this.#words.get(key), written, this.#whys.get(key), walls));
  }
}
