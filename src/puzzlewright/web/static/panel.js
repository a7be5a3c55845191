// What the page says: a sentence that is read aloud, and below it details and buttons.

import { button, element, find } from "./dom.js";
import { t } from "./words.js";

const message = () => find("#message");
const details = () => find("#details");

/** Say a sentence, with more below it. `tone` is "good", "bad" or "busy". */
export function say(sentence, { tone = "", below = [], actions = [], onclose = null } = {}) {
  const panel = find("#panel");
  panel.dataset.tone = tone;
  panel.dataset.about = "";
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
  message().textContent = "";
  details().replaceChildren();
  panel.hidden = true;
}

/** Said aloud only, for what the eye sees anyway. */
export function speakAloud(sentence) {
  find("#spoken").textContent = sentence;
}

export const action = (words, work, more = {}) => button(words, work, { class: "action", ...more });
