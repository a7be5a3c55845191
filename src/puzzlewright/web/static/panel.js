// What the page says: a sentence that is read aloud, and below it details and buttons.

import { button, element, find } from "./dom.js";
import { t } from "./words.js";

const message = () => find("#message");
const details = () => find("#details");

/** Nothing more to say, but the room stays: the board does not move under the finger that wrote on it. */
export function rest() {
  const panel = find("#panel");
  if (panel.hidden) return;
  const { height } = panel.getBoundingClientRect();
  hush();
  panel.style.height = `${height}px`;
  panel.dataset.tone = "rest";
  panel.hidden = false;
}

/** Say a sentence, with more below it. `tone` is "good", "bad" or "busy". */
export function say(sentence, { tone = "", below = [], actions = [], onclose = null } = {}) {
  const panel = find("#panel");
  panel.dataset.tone = tone;
  panel.dataset.about = "";
  panel.style.height = "";
  panel.hidden = false;
  message().textContent = sentence;
  const buttons = [...actions];
  if (onclose) buttons.push(button(t("close"), onclose, { class: "quiet" }));
  details().replaceChildren(...[below].flat().filter(Boolean));
  if (buttons.length) details().append(element("div", { class: "buttons" }, buttons));
  details().hidden = !details().childNodes.length;
}

/** Nothing to say. */
export function hush() {
  const panel = find("#panel");
  panel.dataset.tone = "";
  panel.style.height = "";
  message().textContent = "";
  details().replaceChildren();
  panel.hidden = true;
}

/** Said aloud only, for what the eye sees anyway. */
export function speakAloud(sentence) {
  find("#spoken").textContent = sentence;
}

export const action = (words, work, more = {}) => button(words, work, { class: "action", ...more });
