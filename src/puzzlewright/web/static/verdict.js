// Beside the board while it is made: how many answers it has, where they differ, how hard it is, what is forced.

import { Latest, aborted, lines, post } from "./api.js";
import { button, calm, element, find } from "./dom.js";
import { attempt, sentenceFor } from "./game.js";
import { highlights } from "./help.js";
import { progressWords, seed } from "./make.js";
import { action, say } from "./panel.js";
import { select } from "./dialog.js";
import { valuesOf } from "./places.js";
import { Steps } from "./steps.js";
import { has, language, t } from "./words.js";

const QUIET_MS = 250;
const FIRST_LIMIT_S = 5;
const LONG_LIMIT_S = 60;
const GRADE_LIMIT_S = 20;
const MAKE_LIMIT_S = 120;

export class Verdict {
  #latest = new Latest();
  #differs = [];
  #known = null;
  #forced = false;

  constructor(game, desk) {
    Object.assign(this, { game, desk });
    this.steps = new Steps(game, () => this.ask());
    this.soon = calm(() => this.ask(), QUIET_MS);
    game.hear((what) => {
      if (what === "marks") return;
      this.stop();
      if (game.mode !== "make") return;
      if (what === "mode" || what === "opened") this.ask();
      else this.soon();
      if (what === "edited") say(t("verdict-asking"), { tone: "busy" });
    });
  }

  stop() {
    this.soon.stop();
    this.steps.stop();
    this.#latest.stop();
    this.#differs = [];
    this.#known = null;
  }

  bar() {
    find("#helps").replaceChildren(
      button(t("forced"), () => this.force(), { id: "forced", class: "help", "aria-pressed": String(this.#forced) }),
      button(t("steps"), () => (this.stop(), this.steps.start()), { id: "steps", class: "help" }),
      button(t("from-pattern"), () => this.fromPattern(), { id: "from-pattern", class: "help" }),
    );
  }

  async ask(limit_s = FIRST_LIMIT_S) {
    this.steps.stop();
    const { opened } = this.game;
    const wrong = [...opened.defects, ...opened.unsolvable];
    if (wrong.length) {
      say(t("verdict-defects"), { tone: "bad", below: sentences(wrong) });
      return;
    }
    const signal = this.#latest.next();
    say(t("verdict-asking"), { tone: "busy" });
    const body = { board: opened.board, language: language() };
    try {
      const reply = await post("/api/solve", { ...body, limit_s }, signal);
      this.#differs = reply.differs;
      if (this.#forced) await this.#askForced(signal);
      this.#paint();
      this.#tell(reply);
      if (reply.status === "unique") await this.#grade(reply, body, signal);
    } catch (error) {
      if (aborted(error)) return;
      say(sentenceFor(error), { tone: "bad", actions: [action(t("again"), () => this.ask(limit_s))] });
    }
  }

  #tell(reply, below = null) {
    const seconds = element("p", { class: "aside" }, t("verdict-time", { s: reply.seconds.toFixed(2) }));
    if (reply.status === "unique") say(t("verdict-one"), { tone: "good", below: [below, seconds] });
    else if (reply.status === "several") {
      const pictures = reply.answers.slice(0, 2).map((answer) => this.#picture(answer));
      const pair = element("div", { class: "pair" }, pictures);
      const words = element("p", { class: "aside" }, t("verdict-several-more", { n: reply.differs.length }));
      say(t("verdict-several"), { tone: "bad", below: [words, pair, seconds] });
    } else if (reply.status === "none") {
      say(t("verdict-none"), { tone: "bad", below: [reply.reason && element("p", {}, reply.reason), seconds] });
    } else {
      const longer = action(t("longer", { s: LONG_LIMIT_S }), () => this.ask(LONG_LIMIT_S));
      say(t("undecided"), { below: [reply.reason && element("p", {}, reply.reason), seconds], actions: [longer] });
    }
  }

  #picture(answer) {
    const marks = new Map([...valuesOf(answer)].map(([key, value]) => [key, [value, 0]]));
    const picture = this.game.board.copy(marks, highlights(this.#differs, "differs"));
    picture.setAttribute("aria-label", t("one-answer"));
    return picture;
  }

  async #grade(solved, body, signal) {
    const line = element("p", { class: "grade" }, t("grading"));
    this.#tell(solved, line);
    const grade = await post("/api/grade", { ...body, limit_s: GRADE_LIMIT_S }, signal);
    if (!grade.band) line.textContent = grade.reason || t("grade-unknown");
    else {
      const band = has(`band-${grade.band}`) ? t(`band-${grade.band}`) : grade.band;
      line.replaceChildren(
        element("strong", { "data-band": grade.band }, band),
        ` ${t("grade", { n: grade.steps, score: Math.round(grade.score * 10) / 10 })}`,
      );
    }
  }

  /** Show on the board what all answers share, and keep it up to date. */
  force() {
    this.#forced = !this.#forced;
    this.bar();
    find("#forced").focus();
    if (!this.#forced) {
      this.#known = null;
      this.#paint();
      return;
    }
    this.ask();
  }

  async #askForced(signal) {
    const reply = await post("/api/facts", { board: this.game.opened.board, language: language() }, signal);
    this.#known = reply.known;
  }

  #paint() {
    this.game.cover(this.#known ?? [], highlights(this.#differs, "differs"));
  }

  /** Make a puzzle that keeps the clues on the board. */
  fromPattern() {
    this.stop();
    const { genre, opened } = this.game;
    const bands = [["", t("any")], ...genre.generate.bands.map((band) => [band, has(`band-${band}`) ? t(`band-${band}`) : band])];
    const wanted = select(bands, "", { id: "pattern-band", "aria-label": t("difficulty") });
    const start = action(t("generate"), () => this.#generate(wanted.value), { id: "pattern-start" });
    say(t("from-pattern-say", { rows: opened.drawing.rows, cols: opened.drawing.cols }), {
      below: element("p", {}, element("label", {}, `${t("difficulty")} `, wanted)),
      actions: [start],
      onclose: () => this.ask(),
    });
  }

  #generate(difficulty) {
    const signal = this.#latest.next();
    const { opened } = this.game;
    const { rows, cols } = opened.drawing;
    const told = element("p", { class: "aside" });
    const cancel = action(t("cancel"), () => {
      this.#latest.stop();
      this.ask();
    }, { id: "pattern-cancel" });
    say(t("generating"), { tone: "busy", below: [element("progress", {}), told], actions: [cancel] });
    const body = { puzzle: opened.puzzle, rows, cols, seed: seed(), pattern: opened.board, limit_s: MAKE_LIMIT_S, language: language() };
    return attempt(async () => {
      for await (const line of lines("/api/generate", difficulty ? { ...body, difficulty } : body, signal)) {
        if (line.progress) told.textContent = progressWords(line.progress);
        else if (line.error) say(line.error, { tone: "bad", onclose: () => this.ask() });
        else if (this.game.opened === opened) this.desk.replace(line.opened);
      }
    });
  }
}

const sentences = (all) => element("ul", { class: "sentences" }, all.map((one) => element("li", {}, one)));
