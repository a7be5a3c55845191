// The puzzle that is open: its board, what is written on it, and what is shown over it. No genre is known here.

import { Refusal, Unreachable, aborted } from "./api.js";
import { calm } from "./dom.js";
import { hush, say } from "./panel.js";
import { keyOf, marksOf, valuesOf } from "./places.js";
import { Play } from "./play.js";
import { keepDesk, keepPuzzle, nameOfBoard, readPuzzle } from "./storage.js";
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
  #listeners = [];

  constructor(board, view, timer) {
    Object.assign(this, { board, view, timer });
    this.saveSoon = calm(() => this.save(), SAVE_AFTER_MS);
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
    addEventListener("pagehide", () => this.save());
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
    const sameSize = this.opened?.drawing.rows === opened.drawing.rows && this.opened?.drawing.cols === opened.drawing.cols;
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
    this.#address();
    keepDesk(mode === "make" ? { opened } : null);
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
    keepDesk({ opened });
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
      keepDesk({ opened: this.opened });
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
    const { opened, play, name, done } = this;
    const entry = {
      name,
      title: opened.title,
      puzzle: opened.puzzle,
      rows: opened.drawing.rows,
      cols: opened.drawing.cols,
      when: Date.now(),
      done,
      link: linkOf(opened),
    };
    const kept = keepPuzzle(entry, { opened, play: play.kept(), seconds: this.timer.seconds, done });
    if (!kept && !this.warned) {
      this.warned = true;
      say(t("not-kept"), { tone: "bad" });
    }
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

  #address() {
    const link = linkOf(this.opened);
    history.replaceState(null, "", link && !this.opened.url_too_long ? `/?puzzle=${encoded(link)}` : "/");
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
