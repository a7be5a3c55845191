// The puzzle that is open: its board, what is written on it, and what is shown over it. No genre is known here.

import { Refusal, Unreachable, aborted } from "./api.js";
import { calm, find } from "./dom.js";
import { hush, say } from "./panel.js";
import { keyOf, marksOf, valuesOf } from "./places.js";
import { Play } from "./play.js";
import { hearKept, keepDesk, keepPuzzle, nameOfBoard, readDesk, readPuzzle } from "./storage.js";
import { language, t } from "./words.js";

const SAVE_AFTER_MS = 200;

export class Game {
  genres = [];
  opened = null;
  genre = null;
  mode = "play";
  play = new Play();
  done = false;
  /** Whether the first or the second kind of mark is written by a tap. */
  pen = 0;
  /** Marks and items that cover what was written, or null: an answer, a step of an explanation, what is forced. */
  overlay = null;
  /** Items that set places off. */
  #setOff = [];
  #free = new Set();
  /** Whether marks were written that are not kept yet. */
  #written = false;
  #listeners = [];

  constructor(board, view, timer) {
    Object.assign(this, { board, view, timer });
    this.saveSoon = calm(() => this.save(), SAVE_AFTER_MS);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.save() : this.#follow(this.name)));
    addEventListener("pagehide", () => this.save());
    hearKept((name) => this.#follow(name));
  }

  /** Hear "opened", "marks" and "mode". */
  hear(listener) {
    this.#listeners.push(listener);
  }

  #tell(what) {
    for (const listener of this.#listeners) listener(what);
  }

  /** Open a board that the server described. `carried` are marks that stay where they can. */
  open(opened, { mode = "play", carried = null } = {}) {
    this.save();
    this.#shelve(opened);
    const sameSize = this.opened?.drawing.rows === opened.drawing.rows && this.opened?.drawing.cols === opened.drawing.cols;
    const before = this.opened;
    this.opened = opened;
    this.genre = this.genres.find((genre) => genre.id === opened.puzzle);
    this.name = nameOfBoard(opened.board);
    this.#free = new Set(opened.free.map(keyOf));
    const kept = readPuzzle(this.name);
    const play = new Play(kept?.play);
    if (!kept) play.write([...(carried ?? valuesOf(opened.marks))].filter(([key]) => this.#free.has(key)));
    this.#take(play);
    this.done = kept?.done ?? false;
    this.pen = 0;
    this.overlay = null;
    this.#setOff = [];
    this.timer.set(kept?.seconds ?? 0, mode === "play" && !this.done);
    this.mode = mode;
    this.#show();
    if (!sameSize) this.view.reset();
    this.#address(before !== null);
    this.#keepDesk(mode === "make" ? opened : null);
    hush();
    this.#tell("opened");
    this.save();
  }

  /** The same board after a change by a setter. */
  replace(opened) {
    this.opened = opened;
    this.name = nameOfBoard(opened.board);
    this.#free = new Set(opened.free.map(keyOf));
    this.overlay = null;
    this.#setOff = [];
    this.#show();
    this.#address();
    this.#keepDesk(opened);
    this.#tell("edited");
  }

  setMode(mode) {
    if (mode === this.mode || !this.opened) return;
    if (mode === "play") {
      this.open(this.opened, { carried: this.play.values() });
    } else {
      this.save();
      this.mode = mode;
      this.timer.halt();
      this.overlay = null;
      this.#setOff = [];
      hush();
      this.#show();
      this.#keepDesk(this.opened);
    }
    this.#tell("mode");
  }

  /** Marks of the solver over the board, or what covers them. */
  refresh() {
    const none = new Map();
    this.board.depth = this.play.depth;
    this.board.mark(this.overlay?.marks ?? (this.mode === "play" ? this.play.marks : none));
    this.board.setOff(this.overlay?.items ?? this.#setOff);
  }

  /** Print the board as it was given, or with the marks on it; nothing else that covers it. */
  printed(withMarks) {
    this.board.mark(withMarks ? this.play.marks : new Map());
    this.board.setOff([]);
    addEventListener("afterprint", () => this.refresh(), { once: true });
    print();
  }

  setOff(items) {
    this.#setOff = items;
    this.refresh();
  }

  cover(marks, items = []) {
    this.overlay = marks && { marks: new Map([...valuesOf(marks)].map(([key, value]) => [key, [value, 0]])), items };
    this.refresh();
  }

  uncover() {
    this.overlay = null;
    this.refresh();
  }

  /** What a stroke writes on. */
  get sheet() {
    const { board, play } = this;
    return {
      kinds: this.genre.marks,
      isFree: (key) => this.#free.has(key),
      value: (key) => play.value(key),
      preview: (values) => board.preview(values),
      write: (values, place) => {
        if (play !== this.play) return;
        if (place && board.has(place)) board.focus(place);
        this.write(values);
      },
    };
  }

  write(values) {
    if (this.overlay) this.uncover();
    return this.play.write(values);
  }

  isFree(key) {
    return this.#free.has(key);
  }

  /** What most questions to the server hold. */
  question(more = {}) {
    return { board: this.opened.board, marks: this.marks(), language: language(), ...more };
  }

  marks() {
    return marksOf(this.play.values());
  }

  save() {
    this.saveSoon.stop();
    if (!this.opened || this.mode !== "play") return;
    // Another tab may have written on the same puzzle since.
    if (!this.#written) this.#follow(this.name);
    const { opened, play, done } = this;
    this.#keep(opened, { play: play.kept(), seconds: this.timer.seconds, done });
    this.#written = false;
  }

  #keep(opened, { play, seconds, done }) {
    const { title, puzzle, drawing } = opened;
    const name = nameOfBoard(opened.board);
    const entry = { name, title, puzzle, rows: drawing.rows, cols: drawing.cols, when: Date.now(), done, link: linkOf(opened) };
    this.#warn(keepPuzzle(entry, { opened, play, seconds, done }));
  }

  #keepDesk(opened) {
    this.#warn(keepDesk(opened));
  }

  #warn(isKept) {
    find("#not-kept").hidden = isKept;
  }

  /** The board that was being made, here or in another tab, stays among the puzzles when another one is opened. */
  #shelve(opened) {
    const left = readDesk();
    if (!left || left.board === opened.board || readPuzzle(nameOfBoard(left.board))) return;
    this.#keep(left, { play: new Play().kept(), seconds: 0, done: false });
  }

  /** Take over what another tab has kept of the puzzle that is open. */
  #follow(name) {
    if (!this.opened || this.mode !== "play" || name !== this.name || this.#written) return;
    const kept = readPuzzle(name);
    if (!kept || JSON.stringify(kept.play) === JSON.stringify(this.play.kept())) return;
    this.#take(new Play(kept.play));
    this.done = kept.done;
    this.timer.set(Math.max(kept.seconds, this.timer.seconds), !this.done);
    this.uncover();
    this.#tell("marks");
  }

  finish() {
    this.done = true;
    this.timer.halt();
    this.save();
    this.#tell("marks");
  }

  #take(play) {
    this.play = play;
    play.onchange = () => {
      this.#setOff = [];
      this.overlay = null;
      this.refresh();
      this.#written = true;
      this.saveSoon();
      this.#tell("marks");
    };
  }

  #show() {
    this.board.show(this.opened.drawing, this.genre.marks, this.mode === "play" && this.genre.places === "edges");
    this.board.svg.removeAttribute("hidden");
    this.refresh();
    this.view.fit();
  }

  /** The way back of the browser leads to the puzzles that were open before; `isNew` adds this one to them. */
  #address(isNew = false) {
    const { name, opened } = this;
    const link = linkOf(opened);
    const address = link && !opened.url_too_long ? `/?puzzle=${encoded(link)}` : "/";
    try {
      history[isNew && history.state?.name !== name ? "pushState" : "replaceState"]({ name }, "", address);
    } catch {
      // Some browsers allow only so many in a while.
    }
  }
}

/** The part of a link behind the address of its host: what `?puzzle=` holds. */
export const linkOf = (opened) => opened.url?.split("?").slice(1).join("?") ?? "";

export const encoded = (link) => encodeURIComponent(link).replaceAll("%2F", "/").replaceAll("%3A", ":");

/** Do something that asks the server; what goes wrong is said. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (!aborted(error)) say(sentenceFor(error), { tone: "bad" });
    return undefined;
  }
}

/** What went wrong, for people. */
export function sentenceFor(error) {
  if (error instanceof Unreachable) return t("unreachable");
  if (!(error instanceof Refusal)) {
    console.error(error);
    return t("broken");
  }
  return error.status === 429 ? t("busy", { n: Math.max(1, Math.ceil(error.told.retry ?? 1)) }) : error.message;
}
