// Windows over the page: on a phone they come up from below.

import { button, element } from "./dom.js";
import { t } from "./words.js";

/** Open a window with a title; `onclose` is called when it is gone. Gives {dialog, close}. */
export function openDialog(title, parts, onclose = () => {}) {
  const close = () => dialog.close();
  const heading = element("h2", { id: "dialog-title" }, title);
  const dialog = element(
    "dialog",
    {
      "aria-labelledby": "dialog-title",
      onclose: () => {
        dialog.remove();
        onclose();
      },
      onclick: (event) => event.target === dialog && close(),
    },
    element(
      "div",
      { class: "sheet" },
      element("div", { class: "sheet-head" }, heading, button("×", close, { class: "close", "aria-label": t("close") })),
      parts,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close };
}

export const field = (words, control, hint = null) =>
  element("label", { class: "field" }, element("span", {}, words), control, hint && element("small", {}, hint));

export const select = (choices, chosen, attributes = {}) =>
  element(
    "select",
    attributes,
    choices.map(([value, words]) => element("option", { value, selected: value === chosen }, words)),
  );

export const check = (words, checked, onchange) =>
  element(
    "label",
    { class: "check" },
    element("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked) }),
    element("span", {}, words),
  );
