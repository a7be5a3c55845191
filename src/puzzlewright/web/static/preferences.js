// The window of settings: language, theme, timer, and which help there is.

import { element } from "./dom.js";
import { check, field, openDialog, select } from "./dialog.js";
import { choose, settings } from "./settings.js";
import { LANGUAGES, language, t } from "./words.js";

const HELPS = { soFar: "so-far", check: "check", hint: "hint", answer: "answer", solved: "tell-solved" };
const KEYS = ["arrows", "first", "second", "clear", "sides", "undo", "zoom", "typing", "drawing"];

export function settingsWindow() {
  const languages = select(Object.entries(LANGUAGES), language(), {
    id: "language",
    onchange: async () => {
      choose("language", languages.value);
    },
  });
  const themes = ["system", "light", "dark"].map((name) => [name, t(`theme-${name}`)]);
  const theme = select(themes, settings.theme, { id: "theme", onchange: () => choose("theme", theme.value) });
  const helps = Object.entries(HELPS).map(([name, words]) => check(t(words), settings[name], (on) => choose(name, on)));
  const keys = KEYS.flatMap((name) => [element("dt", {}, t(`keys-${name}`)), element("dd", {}, t(`keys-${name}-do`))]);
  return openDialog(t("settings"), [
    element("div", { class: "fields" }, field(t("language"), languages), field(t("theme"), theme)),
    check(t("show-timer"), settings.timer, (on) => choose("timer", on)),
    element("fieldset", {}, element("legend", {}, t("help-which")), helps),
    element("details", { class: "keyboard" }, element("summary", {}, t("keyboard")), element("dl", {}, keys)),
    element("p", { class: "aside" }, t("privacy")),
  ]);
}
