// Help that never spoils: each part says only what was asked for, and the next part needs another tap.

import { Latest, post } from "./api.js";
import { button, calm, element, find } from "./dom.js";
import { attempt } from "./game.js";
import { action, hush, rest, say } from "./panel.js";
import { keyOf, markedPlace, nameOf, valuesOf } from "./places.js";
import { settings } from "./settings.js";
import { time, t } from "./words.js";

const ASK_AGAIN_MS = 5000;
const SOLVED_AFTER_MS = 250;

export const highlights = (places, why) => places.map((place) => ({ kind: "highlight", place, why }));

export class Help {
  #latest = new Latest();
  #quiet = new Latest();
  #wanted = false;

  constructor(game) {
    this.game = game;
    this.lookIfSolved = calm(() => this.#solved(), SOLVED_AFTER_MS);
    game.hear((what) => {
      if (what === "opened" || what === "mode") this.stop();
      if (what === "marks" && game.mode === "play" && !game.done) {
        this.#latest.stop();
        this.#quiet.stop();
        if (find("#panel").dataset.about === "marks") rest();
        this.lookIfSolved();
      }
    });
  }

  stop() {
    this.#latest.stop();
    this.#quiet.stop();
    this.lookIfSolved.stop();
    this.#wanted = false;
  }

  bar() {
    const parts = [
      settings.soFar && button(t("so-far"), () => this.soFar(), { id: "so-far", class: "help" }),
      settings.check && button(t("check"), () => this.check(), { id: "check", class: "help" }),
      settings.hint && button(t("hint"), () => this.hint(), { id: "hint", class: "help" }),
      settings.answer && button(t(this.#wanted ? "answer-sure" : "answer"), () => this.answer(), { id: "answer", class: "help" }),
    ].filter(Boolean);
    find("#helps").replaceChildren(...parts);
  }

  /** Is everything right so far? Where it is not is shown only when asked for. */
  soFar() {
    return this.#ask("/api/so-far", this.game.question(), (reply) => {
      if (reply.status === "right") return this.#say(t("so-far-right"), { tone: "good" });
      if (reply.status === "wrong") {
        const n = reply.mistakes;
        if (!n) return this.#say(t("so-far-none"), { tone: "bad" });
        const where = action(t("so-far-where"), () => {
          const places = reply.marks.map(markedPlace);
          this.game.setOff(highlights(places, "wrong"));
          this.#say(t("so-far-wrong-at", { n, places: places.map(nameOf).join(", ") }), { tone: "bad" });
        });
        return this.#say(t("so-far-wrong", { n }), { tone: "bad", actions: [where] });
      }
      return this.#say(t("undecided"));
    });
  }

  /** Which rules are broken, and where. */
  check() {
    return this.#ask("/api/check", this.game.question(), (reply) => {
      if (reply.complete) return this.#finished();
      const places = (violation) => [...violation.cells, ...violation.edges];
      const list = element(
        "ul",
        { class: "violations" },
        reply.violations.map((violation) =>
          element(
            "li",
            {},
            button(violation.message, () => this.game.setOff(highlights(places(violation), "wrong")), {
              class: "violation",
              "data-code": violation.code,
            }),
          ),
        ),
      );
      this.game.setOff(highlights(reply.violations.length ? places(reply.violations[0]) : [], "wrong"));
      return this.#say(t("check-wrong", { n: reply.violations.length }), { tone: "bad", below: list });
    });
  }

  /** First the area to look at and the rules there; what follows from them only at the next tap. */
  hint() {
    return this.#ask("/api/hint", this.game.question(), (reply) => {
      if (reply.done) return this.#finished();
      if (!reply.step) {
        const places = reply.mistakes.map(markedPlace);
        if (places.length) this.game.setOff(highlights(places, "wrong"));
        return this.#say(reply.text || reply.reason || t("hint-none"), { tone: places.length ? "bad" : "" });
      }
      return this.#look(reply.step, reply);
    });
  }

  #look(step, reply) {
    this.game.setOff(reasonItems(step));
    const mistaken = reply.mistakes.length ? element("p", {}, reply.text) : null;
    this.#say(t("hint-look"), {
      below: [mistaken, reasonList(step)],
      actions: [action(t("hint-show"), () => this.#reveal(step, reply), { id: "hint-show" })],
      stays: true,
    });
  }

  #reveal(step, reply) {
    const places = step.marks.map(markedPlace);
    const drawn = step.marks.map((mark) => this.game.board.itemOf(mark));
    this.game.setOff([...reasonItems(step), ...highlights(places, "deduced"), ...drawn]);
    const writeIt = () => {
      hush();
      this.game.write(valuesOf(step.marks));
    };
    this.#say(reply.mistakes.length ? reply.text : step.text, {
      below: reasonList(step),
      actions: [
        action(t("hint-write"), writeIt, { id: "hint-write" }),
        action(t("hint-next"), () => (writeIt(), this.hint()), { id: "hint-next" }),
      ],
      stays: true,
    });
  }

  /** The answer, at the second tap. */
  answer() {
    if (!this.#wanted) {
      this.#wanted = true;
      this.bar();
      find("#answer").focus();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => ((this.#wanted = false), this.bar()), ASK_AGAIN_MS);
      return undefined;
    }
    clearTimeout(this.timer);
    this.#wanted = false;
    this.bar();
    const { board, language } = this.game.question();
    return this.#ask("/api/solve", { board, language, limit_s: 20 }, (reply) => {
      if (reply.status === "none") return this.#say(reply.reason || t("verdict-none"), { tone: "bad" });
      if (!reply.answers.length) return this.#say(t("undecided"));
      const several = reply.status === "several";
      this.game.cover(reply.answers[0], several ? highlights(reply.differs, "differs") : []);
      const back = () => {
        this.game.uncover();
        hush();
      };
      return this.#say(t(several ? "answer-one-of" : "answer-shown"), {
        actions: [
          action(t("answer-hide"), back),
          action(t("answer-write"), () => {
            const values = new Map([...this.game.play.marks.keys()].map((key) => [key, null]));
            for (const [key, value] of valuesOf(reply.answers[0])) if (this.game.isFree(key)) values.set(key, value);
            this.game.uncover();
            this.game.write(values);
          }),
        ],
        stays: true,
      });
    });
  }

  async #ask(path, body, tell) {
    const signal = this.#latest.next();
    const opened = this.game.opened;
    this.lookIfSolved.stop();
    const slow = setTimeout(() => this.#say(t("thinking"), { tone: "busy", actions: [action(t("cancel"), () => this.#cancel())] }), 400);
    try {
      await attempt(async () => {
        const reply = await post(path, body, signal);
        clearTimeout(slow);
        if (opened === this.game.opened && !signal.aborted) tell(reply);
      });
    } finally {
      clearTimeout(slow);
    }
  }

  #cancel() {
    this.#latest.stop();
    this.#close();
  }

  /** Whether the puzzle is solved, asked without a word while playing. */
  async #solved() {
    const { game } = this;
    const first = game.genre.marks[0].value;
    if (!settings.solved || game.done || ![...game.play.marks.values()].some(([value]) => value === first)) return;
    const signal = this.#quiet.next();
    try {
      const reply = await post("/api/check", game.question(), signal);
      if (reply.complete && !signal.aborted) this.#finished();
    } catch {
      // Nobody asked, so nobody is told.
    }
  }

  #finished() {
    this.game.setOff([]);
    this.game.finish();
    this.#say(t("solved", { time: time(this.game.timer.seconds) }), { tone: "good", actions: [action(t("another"), () => this.onanother?.())] });
  }

  /** What `stays` is not taken away by the next mark. */
  #say(sentence, { stays = false, ...more }) {
    say(sentence, { ...more, onclose: () => this.#close() });
    find("#panel").dataset.about = stays ? "step" : "marks";
  }

  #close() {
    if (this.game.overlay) this.game.uncover();
    this.game.setOff([]);
    hush();
  }
}

/** The areas of the reasons of a step, numbered, and the marks that it uses. */
export function reasonItems(step) {
  const areas = step.because.map((reason, index) => ({ kind: "area", cells: reason.cells, number: index + 1 }));
  const used = new Map((step.used ?? []).map((mark) => [keyOf(markedPlace(mark)), markedPlace(mark)]));
  return [...highlights([...used.values()], "used"), ...areas.filter((area) => area.cells.length)];
}

export const reasonList = (step) =>
  element("ol", { class: "reasons" }, step.because.map((reason) => element("li", { "data-rule": reason.rule }, reason.text)));
