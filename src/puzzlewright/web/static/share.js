// Handing a puzzle on: links, all text forms, pictures, and a page to print.

import { file, post } from "./api.js";
import { button, element } from "./dom.js";
import { check, openDialog, select } from "./dialog.js";
import { encoded, linkOf, sentenceFor } from "./game.js";
import { language, t } from "./words.js";

const SUFFIXES = { json: "json", puzzlink: "txt", penpa: "txt", pzprv3: "txt", text: "txt" };

export function shareWindow(game) {
  const { opened, genre } = game;
  let withMarks = false;
  const told = element("p", { class: "aside", role: "status" });
  const wrong = element("p", { class: "wrong", role: "alert" });
  const text = element("textarea", { id: "form-text", rows: 4, readonly: true, "aria-label": t("share-text"), spellcheck: "false" });
  const form = select(genre.forms.map((name) => [name, name]), genre.forms[0], { id: "form", "aria-label": t("share-form"), onchange: () => convert() });
  const marks = () => (withMarks ? game.marks() : []);

  async function tell(work) {
    wrong.textContent = "";
    try {
      await work();
    } catch (error) {
      wrong.textContent = sentenceFor(error);
    }
  }

  const convert = () =>
    tell(async () => {
      text.value = "";
      text.value = (await post("/api/convert", { board: opened.board, marks: marks(), form: form.value })).text;
    });

  const picture = (format) =>
    tell(async () => {
      const body = { board: opened.board, marks: marks(), format, language: language() };
      save(await file("/api/picture", body), `${name(opened)}.${format}`);
    });

  async function copy(words) {
    try {
      await navigator.clipboard.writeText(words);
      told.textContent = t("copied");
    } catch {
      // Without leave to write, the words can still be selected and copied by hand.
      told.textContent = t("copy-by-hand");
    }
  }

  const link = (id, label, address) =>
    element(
      "div",
      { class: "copyable" },
      element("label", { for: id }, label),
      element("input", { id, readonly: true, value: address, onfocus: (event) => event.target.select() }),
      button(t("copy"), () => copy(address), { class: "action", "aria-label": `${t("copy")}: ${label}` }),
    );

  const keep = () => tell(async () => {
    const reply = await post("/api/convert", { board: opened.board, marks: [], form: "json" });
    save(new Blob([reply.text], { type: "application/json" }), `${name(opened)}.json`);
  });

  const short = linkOf(opened);
  const long = opened.url_too_long
    ? element("div", { class: "warning", id: "too-long" }, element("p", {}, t("too-long", { n: opened.url.length })), button(t("save-file"), keep, { class: "action primary", id: "save-file" }))
    : null;
  openDialog(t("share-title"), [
    long,
    opened.url && link("link", t("share-link"), opened.url),
    short && link("page-link", t("share-page"), `${location.origin}/?puzzle=${encoded(short)}`),
    navigator.share && opened.url && button(t("share-send"), () => navigator.share({ url: opened.url, title: opened.drawing.title }).catch(() => {}), { class: "action" }),
    game.mode === "play" && check(t("share-marks"), withMarks, (on) => ((withMarks = on), convert())),
    element("h3", {}, t("share-picture")),
    element(
      "div",
      { class: "buttons" },
      ["svg", "png", "pdf"].map((format) => button(format.toUpperCase(), () => picture(format), { class: "action", "data-format": format })),
      button(t("print"), () => game.printed(withMarks), { class: "action", id: "print" }),
    ),
    element("h3", {}, t("share-form")),
    form,
    text,
    element(
      "div",
      { class: "buttons" },
      button(t("copy"), () => copy(text.value), { class: "action" }),
      button(t("save-file"), () => save(new Blob([text.value], { type: "text/plain" }), `${name(opened)}.${SUFFIXES[form.value] ?? "txt"}`), { class: "action" }),
    ),
    told,
    wrong,
  ]);
  convert();
}

const name = (opened) => `${opened.puzzle}-${opened.drawing.rows}x${opened.drawing.cols}`;

function save(content, filename) {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
