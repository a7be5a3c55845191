// How a puzzle is solved, step by step, each with its reasons on the board.

import { Latest, lines } from "./api.js";
import { element } from "./dom.js";
import { attempt } from "./game.js";
import { highlights, reasonItems, reasonList } from "./help.js";
import { action, say } from "./panel.js";
import { markedPlace } from "./places.js";
import { language, t } from "./words.js";

export class Steps {
  #latest = new Latest();

  /** `onclose` is called when the steps are put away. */
  constructor(game, onclose) {
    Object.assign(this, { game, onclose });
    game.hear((what) => what !== "marks" && this.stop());
  }

  stop() {
    this.#latest.stop();
  }

  start() {
    const signal = this.#latest.next();
    const { opened } = this.game;
    Object.assign(this, { steps: [], at: 0, end: null });
    say(t("thinking"), { tone: "busy", onclose: () => this.#close() });
    return attempt(async () => {
      const body = { board: opened.board, language: language() };
      for await (const line of lines("/api/explain", body, signal)) {
        if (signal.aborted) return;
        if (line.error) return void say(line.error, { tone: "bad", onclose: () => this.#close() });
        if (line.step) this.steps.push(line.step);
        else this.end = line;
        this.#show();
      }
    });
  }

  #show() {
    if (!this.steps.length) {
      if (this.end) say(this.end.reason || t("steps-none"), { onclose: () => this.#close() });
      return;
    }
    const { steps, at } = this;
    const step = steps[at];
    const marks = steps.slice(0, at + 1).flatMap((one) => one.marks);
    this.game.cover(marks, [...reasonItems(step), ...highlights(step.marks.map(markedPlace), "deduced")]);
    const stuck = this.end && !this.end.complete && at === steps.length - 1;
    const range = element("input", {
      type: "range",
      min: 1,
      max: steps.length,
      value: at + 1,
      "aria-label": t("steps-which"),
      oninput: (event) => this.#go(Number(event.target.value) - 1),
    });
    const focused = document.activeElement?.dataset?.step ?? (document.activeElement?.type === "range" ? "range" : null);
    say(t(this.end ? "steps-at" : "steps-so-far", { at: at + 1, n: steps.length }), {
      below: [
        element("p", { class: "step-text" }, step.text),
        reasonList(step),
        stuck && element("p", { class: "aside" }, this.end.reason || t("steps-stuck")),
        range,
      ],
      actions: [
        action(t("steps-before"), () => this.#go(at - 1), { "data-step": "before", disabled: at === 0 }),
        action(t("steps-after"), () => this.#go(at + 1), { "data-step": "after", disabled: at === steps.length - 1 }),
      ],
      onclose: () => this.#close(),
    });
    if (focused === "range") range.focus();
    else if (focused) document.querySelector(`[data-step=${focused}]`)?.focus();
  }

  #go(at) {
    this.at = Math.min(this.steps.length - 1, Math.max(0, at));
    this.#show();
  }

  #close() {
    this.stop();
    this.game.uncover();
    this.onclose();
  }
}
