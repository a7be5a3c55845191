// The items of a drawing as shapes. A cell is CELL units wide; colours and pens are classes of board.css.
// Whatever a colour says, a shape or a pattern says as well.

import { shape } from "./dom.js";
import { centre, ends, isEdge, keyOf } from "./places.js";

export const CELL = 40;

const HALF = CELL / 2;
const at = ([y, x]) => [x * HALF, y * HALF];

/** From the bottom up. Each is a group of its own. */
export const LAYERS = [
  "fills", "tints", "grid", "hatches", "gaps", "squares", "arrows", "dots", "texts", "bands", "lines", "frame",
  "crosses", "brackets", "areas", "preview",
];

/** The shapes of an item as pairs of a layer and an element. `heads` are the keys of cells with the head of an arrow. */
export function shapesOf(item, heads = new Set()) {
  return (DRAW[item.kind] ?? (() => []))(item, heads);
}

const DRAW = {
  fill: ({ cell, tone = "medium" }) => {
    const made = [["fills", box(cell, 0, { class: `tone-${tone}` })]];
    if (tone === "hatched") made.push(["fills", box(cell, 0, { fill: "url(#hatch-note)" })]);
    return made;
  },

  square: ({ cell, ink = "given" }) => [["squares", box(cell, 8, { class: `square ${ink}`, rx: 1.5 })]],

  dot: ({ cell, ink = "drawn" }, heads) => {
    const [x, y] = at(centre(cell));
    const aside = heads.has(keyOf(cell)) ? CELL * 0.27 : 0;
    return [["dots", shape("circle", { class: `dot ${ink}`, cx: x + aside, cy: y + aside, r: 3.4 })]];
  },

  text: ({ cell, text, ink = "given" }) => {
    const [x, y] = at(centre(cell));
    const size = CELL * Math.min(0.58, 0.84 / Math.max(text.length * 0.6, 1));
    const look = { class: `text ${ink}`, x, y: y + size * 0.36, "font-size": size };
    return [["texts", shape("text", look, text)]];
  },

  line: ({ start, end, stroke = "drawn", ink = "" }) => {
    const [[x, y], [toX, toY]] = [at(start), at(end)];
    return [["lines", shape("path", { class: `line ${stroke} ${ink}`, d: `M${x} ${y}L${toX} ${toY}` })]];
  },

  arrow: ({ cells, heads: kind = "last" }) => {
    const points = cells.map((cell) => at(centre(cell)));
    const steps = points.slice(1).map((point, index) => [points[index], point]);
    const shown = kind === "last" ? steps.slice(-1) : steps;
    const shaft = points.map((point) => [...point]);
    if (kind === "last") {
      const [[x, y], [toX, toY]] = steps.at(-1);
      shaft[shaft.length - 1] = [toX - 0.05 * (toX - x), toY - 0.05 * (toY - y)];
    }
    const d = `M${shaft.map((point) => point.join(" ")).join("L")}`;
    return [
      ["gaps", shape("path", { class: "arrow-gap", d })],
      ["arrows", shape("path", { class: "arrow-shaft", d })],
      ...shown.map((step) => ["arrows", shape("path", { class: "arrow-head", d: headOf(step, kind) })]),
    ];
  },

  cross: ({ edge, ink = "drawn" }) => {
    const [x, y] = at(centre(edge));
    const d = `M${x - 4} ${y - 4}l8 8m-8 0l8-8`;
    return [
      ["crosses", shape("path", { class: "cross-gap", d })],
      ["crosses", shape("path", { class: `cross ${ink}`, d })],
    ];
  },

  highlight: ({ place, why, across = false }) => (isEdge(place) ? band(place, why, across) : setOff(place, why)),

  area: ({ cells, number }) => [
    ...outline(cells).flatMap((loop) => {
      const d = inset(loop, 3 + 2.4 * ((number - 1) % 3));
      return [
        ["areas", shape("path", { class: "area-gap", d })],
        ["areas", shape("path", { class: `area area-${((number - 1) % 3) + 1}`, d })],
      ];
    }),
    ...badge(cells, number),
  ],
};

function box([row, col], inset, attributes) {
  const side = CELL - 2 * inset;
  return shape("rect", { x: col * CELL + inset, y: row * CELL + inset, width: side, height: side, ...attributes });
}

function headOf([[x, y], [toX, toY]], kind) {
  const [tip, length, half] = kind === "last" ? [1.16, 0.34, 0.15] : [0.76, 0.25, 0.13];
  const [right, down] = [toX - x, toY - y];
  const [backX, backY] = [x + right * (tip - length), y + down * (tip - length)];
  const corners = [
    [x + right * tip, y + down * tip],
    [backX - down * half, backY + right * half],
    [backX + down * half, backY - right * half],
  ];
  return `M${corners.map((corner) => corner.join(" ")).join("L")}z`;
}

/** A cell that is set off: hatched, with corners, a frame, or dots in its corners. */
function setOff(cell, why) {
  const made = [["tints", box(cell, 0, { class: `tint ${why}` })]];
  if (why === "wrong") {
    made.push(["hatches", box(cell, 0, { fill: "url(#hatch-wrong)" })]);
    made.push(["brackets", box(cell, 2, { class: "bracket wrong" })]);
    return made;
  }
  const arm = { differs: 10, deduced: HALF - 3, used: 2.4 }[why] ?? HALF - 3;
  const [x, y] = [cell[1] * CELL, cell[0] * CELL];
  const [near, far] = [3, CELL - 3];
  const corner = (left, top, over, down) => `M${x + left} ${y + top + down}v${-down}h${over}`;
  const d =
    corner(near, near, arm, arm) + corner(near, far, arm, -arm) + corner(far, near, -arm, arm) + corner(far, far, -arm, -arm);
  made.push(["brackets", shape("path", { class: `bracket ${why}`, d })]);
  return made;
}

/** A wide band along a border, or across it from cell to cell: ruled where it is wrong, else outlined. */
function band(edge, why, across) {
  const [[x, y], [toX, toY]] = (across ? edge.map(centre) : ends(edge)).map(at);
  const d = `M${x} ${y}L${toX} ${toY}`;
  const made = [["bands", shape("path", { class: `band-edge ${why}`, d })]];
  made.push(["bands", shape("path", { class: `band ${why}`, d })]);
  if (why === "wrong") made.push(["bands", shape("path", { class: "band-rule", d })]);
  return made;
}

/** The corners, as points, of the lines around cells, with the cells on the right of each line. */
function outline(cells) {
  const held = new Set(cells.map(keyOf));
  const from = new Map();
  for (const [row, col] of cells) {
    const [top, left] = [2 * row, 2 * col];
    const corners = [[top, left], [top, left + 2], [top + 2, left + 2], [top + 2, left]];
    const beyond = [[row - 1, col], [row, col + 1], [row + 1, col], [row, col - 1]];
    beyond.forEach((other, side) => {
      if (held.has(keyOf(other))) return;
      const start = keyOf(corners[side]);
      from.set(start, [...(from.get(start) ?? []), corners[(side + 1) % 4]]);
    });
  }
  const loops = [];
  while (from.size) {
    const start = from.keys().next().value;
    let [here, before] = [start.split(",").map(Number), null];
    const loop = [];
    do {
      loop.push(here);
      const choices = from.get(keyOf(here));
      // Where two cells meet at a corner, the line turns right, around the cell that it is on.
      const turn = (next) => (before ? (before[1] * (next[0] - here[0]) - before[0] * (next[1] - here[1])) : 0);
      const next = choices.reduce((best, choice) => (turn(choice) > turn(best) ? choice : best));
      if (choices.length === 1) from.delete(keyOf(here));
      else from.set(keyOf(here), choices.filter((choice) => choice !== next));
      before = [next[0] - here[0], next[1] - here[1]];
      here = next;
    } while (keyOf(here) !== start);
    loops.push(loop);
  }
  return loops;
}

/** A line around cells, with the cells on its right, moved into them by some units. */
function inset(loop, units) {
  const corners = loop.map(([y, x], index) => {
    const before = loop.at(index - 1);
    const after = loop[(index + 1) % loop.length];
    const straight = before[0] === after[0] || before[1] === after[1];
    const share = straight ? 0.5 : 1;
    const down = (Math.sign(y - before[0]) + Math.sign(after[0] - y)) * share;
    const right = (Math.sign(x - before[1]) + Math.sign(after[1] - x)) * share;
    return `${x * HALF - down * units} ${y * HALF + right * units}`;
  });
  return `M${corners.join("L")}z`;
}

/** The number of an area in the first of its cells, in a corner that depends on the number. */
function badge(cells, number) {
  const [row, col] = [...cells].sort((one, other) => one[0] - other[0] || one[1] - other[1])[0];
  const corner = (number - 1) % 4;
  const label = String(number);
  const [width, height] = [Math.max(12, 4 + 7 * label.length), 12];
  const x = col * CELL + (corner % 2 ? CELL - width : 0);
  const y = row * CELL + (corner > 1 ? CELL - height : 0);
  return [
    ["areas", shape("rect", { class: "badge", x, y, width, height, rx: 2 })],
    ["areas", shape("text", { class: "badge-text", x: x + width / 2, y: y + 9.2, "font-size": 9.5 }, label)],
  ];
}
