// The bar of tools below or beside the board: for playing, and for making.

import { button, element, find, icon, shape } from "./dom.js";
import { shapesOf } from "./shapes.js";
import { t, titled } from "./words.js";

const tool = (id, name, work, more = {}) => {
  const made = button("", work, { id, class: "tool", ...more });
  made.append(icon(name), element("span", {}, t(id)));
  return made;
};

/** Undo, redo, the pen, trial and reset. */
export function playBar(game) {
  const { play } = game;
  const depth = play.depth;
  const parts = [
    tool("undo", "undo", () => play.undo(), { disabled: !play.past.length, "aria-keyshortcuts": "Control+Z" }),
    tool("redo", "redo", () => play.redo(), { disabled: !play.future.length, "aria-keyshortcuts": "Control+Y" }),
    pens(game),
  ];
  if (depth) {
    parts.push(tool("keep", "keep", () => play.keep(), { class: "tool trial-on" }));
    parts.push(tool("drop", "drop", () => play.drop(), { class: "tool trial-on" }));
  } else {
    parts.push(tool("trial", "trial", () => play.begin()));
  }
  const nothing = !play.marks.size && !depth;
  parts.push(depth ? tool("deeper", "trial", () => play.begin()) : tool("reset", "reset", () => play.reset(), { disabled: nothing }));
  update(find("#tools"), parts);
}

/** Which of the two kinds of mark a tap writes first. */
function pens(game) {
  const choices = game.genre.marks.map((kind, index) =>
    button(glyph(kind), () => ((game.pen = index), playBar(game)), {
      id: `pen-${index}`,
      class: "pen",
      "aria-pressed": String(game.pen === index),
      "aria-label": t("pen", { mark: titled(kind.title, kind.value) }),
      title: t("pen", { mark: titled(kind.title, kind.value) }),
    }),
  );
  return element("div", { class: "pens", role: "group", "aria-label": t("pens") }, choices);
}

/** A mark as a small picture. */
function glyph(kind) {
  const item = {
    square: { kind: "square", cell: [0, 0], ink: "drawn" },
    dot: { kind: "dot", cell: [0, 0] },
    line: { kind: "line", start: [0, 1], end: [2, 1], stroke: "drawn" },
    cross: { kind: "cross", edge: [[0, -0.5], [0, 0.5]] },
  }[kind.item];
  const parts = item ? shapesOf(item).map(([, made]) => made) : [];
  return shape("svg", { class: "board glyph", viewBox: "2 2 36 36", "aria-hidden": "true" }, parts);
}

/** Undo and redo of clues, the tools of the genre, the eraser, and what the tool in use can type. */
export function makeBar(desk) {
  const { tools } = desk.game.genre;
  const parts = [
    element(
      "div",
      { class: "clues", role: "group", "aria-label": t("clues") },
      tools.map((one) =>
        button(titled(one.title, one.id), () => desk.choose(one), {
          class: "clue",
          "data-tool": one.id,
          "aria-pressed": String(desk.tool === one),
        }),
      ),
    ),
    tool("undo", "undo", () => desk.undo(), { disabled: !desk.past.length }),
    tool("redo", "redo", () => desk.redo(), { disabled: !desk.future.length }),
    tool("erase", "erase", () => desk.eraser(), { "aria-pressed": String(desk.erasing) }),
  ];
  if (desk.tool?.gesture === "key") {
    const keys = desk.tool.keys.map((key) => button(key, () => desk.press(key), { class: "key", "data-key": key }));
    parts.push(element("div", { class: "keys", role: "group", "aria-label": t("keys") }, keys));
  }
  update(find("#tools"), parts);
}

/** The bar with other parts; the focus stays on the button that had it. */
function update(bar, parts) {
  const held = document.activeElement?.closest("#tools") && document.activeElement;
  const [id, data] = [held?.id, held && JSON.stringify(held.dataset)];
  bar.replaceChildren(...parts);
  if (!held) return;
  const same = [...bar.querySelectorAll("button")].find((one) => (id ? one.id === id : JSON.stringify(one.dataset) === data));
  (same && !same.disabled ? same : bar.querySelector("button:not(:disabled)"))?.focus();
}
