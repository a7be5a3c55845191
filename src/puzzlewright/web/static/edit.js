// Making a puzzle: strokes become changes of clues, which the server makes, one after the other.

import { post } from "./api.js";
import { makeBar } from "./bars.js";
import { attempt } from "./game.js";
import { speakAloud } from "./panel.js";
import { PathStroke } from "./strokes.js";
import { language, t } from "./words.js";

export class Desk {
  past = [];
  future = [];
  tool = null;
  erasing = false;
  #queue = Promise.resolve();

  constructor(game) {
    this.game = game;
    game.hear((what) => what === "opened" && this.#clear());
    if (game.opened) this.#clear();
  }

  #clear() {
    this.past = [];
    this.future = [];
    this.erasing = false;
    if (!this.game.genre.tools.includes(this.tool)) this.tool = this.game.genre.tools[0];
    if (this.game.mode !== "make") return;
    this.selecting();
    makeBar(this);
  }

  choose(tool) {
    this.tool = tool;
    this.erasing = false;
    this.selecting();
    makeBar(this);
  }

  eraser() {
    this.erasing = !this.erasing;
    makeBar(this);
  }

  begin(point, other) {
    const { board } = this.game;
    const desk = {
      holds: (cell) => board.has(cell),
      preview: (cells) => board.preview(new Map(), cells),
      apply: (cells, erase) => this.#apply(cells, erase),
    };
    const cell = point.map(Math.floor);
    if (!board.has(cell)) return null;
    return new PathStroke(desk, point, this.erasing || other, this.tool.gesture === "key");
  }

  #apply(cells, erase) {
    this.game.board.focus(cells.at(-1));
    // A tool that types only says which cell is meant; so does a tap with one that draws ways.
    if (!erase && (this.tool.gesture === "key" || (this.tool.gesture === "path" && cells.length === 1))) return;
    this.change({ cells, erase });
  }

  /** Type a key into the cell that has the focus, or had it last. */
  press(key) {
    this.change({ cells: [this.game.board.current], key });
  }

  /** A key of the keyboard on a cell: one that a tool of the genre types. */
  type(cell, key) {
    const tool = this.game.genre.tools.find((one) => one.keys?.includes(key));
    if (!tool) return false;
    if (this.tool !== tool) this.choose(tool);
    this.change({ cells: [cell], key });
    return true;
  }

  /** The tool on a cell by keyboard. */
  put(cell) {
    if (this.erasing) this.erase(cell);
    else if (this.tool.gesture === "cell") this.change({ cells: [cell] });
    else return false;
    return true;
  }

  draw(cells) {
    if (cells.length > 1 && this.tool.gesture !== "key") this.change({ cells, erase: this.erasing });
  }

  erase(cell) {
    this.change({ cells: [cell], erase: true });
  }

  /** Ask for a change of the board as it is when all earlier changes are made. */
  change({ cells, key = "", erase = false }) {
    const tool = this.tool.id;
    const name = this.game.genre.id;
    this.#queue = this.#queue.then(() =>
      attempt(async () => {
        const { opened } = this.game;
        if (this.game.mode !== "make" || opened.puzzle !== name) return;
        const body = { board: opened.board, tool, cells, key, erase, language: language() };
        const changed = await post("/api/edit", body);
        if (this.game.opened !== opened || changed.board === opened.board) return;
        this.replace(changed);
        const label = this.game.board.elementOf(cells.at(-1))?.getAttribute("aria-label");
        if (label) speakAloud(label);
      }),
    );
    return this.#queue;
  }

  /** Another board in place of this one, which undo brings back. */
  replace(opened) {
    this.past.push(this.game.opened);
    this.future = [];
    this.game.replace(opened);
    this.selecting();
    makeBar(this);
  }

  undo() {
    this.#step(this.past, this.future);
  }

  redo() {
    this.#step(this.future, this.past);
  }

  #step(from, to) {
    const opened = from.pop();
    if (!opened) return;
    to.push(this.game.opened);
    this.game.replace(opened);
    speakAloud(t(from === this.past ? "undone" : "redone"));
    makeBar(this);
  }

  selecting() {
    this.game.board.svg.classList.toggle("selecting", this.tool?.gesture === "key");
  }
}
