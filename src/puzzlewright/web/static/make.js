// A new puzzle: an empty board, or one that the server makes.

import { Latest, Refusal, aborted, lines, post } from "./api.js";
import { button, element } from "./dom.js";
import { field, openDialog, select } from "./dialog.js";
import { attempt, sentenceFor } from "./game.js";
import { has, language, t, titled } from "./words.js";

const LIMIT_S = 120;
const DEFAULT_SIDE = 6;

/** What was asked for last: another puzzle is made like it. */
let last = null;

export const seed = () => Math.floor(Math.random() * 1e6);

export const progressWords = ({ attempts, seconds }) => t("progress", { n: attempts, s: Math.floor(seconds) });

/** `toMake` gets ready what making needs. */
export function newWindow(game, toMake) {
  const latest = new Latest();
  const genres = game.genres;
  const chosen = last?.puzzle ?? game.genre?.id ?? genres[0].id;
  const genre = select(genres.map((one) => [one.id, titled(one.titles, one.id)]), chosen, { id: "new-genre", onchange: () => fit() });
  const number = (id, value) => element("input", { type: "number", id, value, min: 1, max: 100, required: true, inputmode: "numeric" });
  const rows = number("new-rows", last?.rows ?? DEFAULT_SIDE);
  const cols = number("new-cols", last?.cols ?? DEFAULT_SIDE);
  const seeds = number("new-seed", seed());
  Object.assign(seeds, { min: 0, max: 2 ** 53 - 1 });
  const band = element("select", { id: "new-band" });
  const method = element("select", { id: "new-method" });
  const symmetry = element("select", { id: "new-symmetry" });
  const told = element("p", { class: "aside", role: "status" });
  const bar = element("progress", { hidden: true });
  const wrong = element("p", { class: "wrong", role: "alert" });
  const cancel = button(t("cancel"), () => latest.stop(), { class: "action", id: "new-cancel", hidden: true });
  const make = element("button", { class: "action primary", id: "new-make" }, t("generate"));
  const empty = button(t("empty"), () => openEmpty(), { class: "action", id: "new-empty" });

  /** The choices that the genre has. */
  function fit() {
    const offers = genres.find((one) => one.id === genre.value).generate;
    const options = (list, words, any) =>
      [...(any ? [["", t("any")]] : []), ...list.map((one) => [one, words(one)])].map(([value, label]) => element("option", { value }, label));
    const named = (kind) => (name) => (has(`${kind}-${name}`) ? t(`${kind}-${name}`) : name);
    band.replaceChildren(...options(offers?.bands ?? [], named("band"), true));
    method.replaceChildren(...options(offers?.methods ?? [], named("method"), false));
    symmetry.replaceChildren(...options(offers?.symmetries ?? [], named("symmetry"), false));
    make.disabled = !offers;
    if (last?.puzzle === genre.value) {
      band.value = last.difficulty ?? "";
      method.value = last.method ?? method.value;
      symmetry.value = last.symmetry ?? symmetry.value;
    }
    if (!offers) return;
    [rows.min, cols.min] = offers.least;
    [rows.max, cols.max] = offers.most;
  }

  function body() {
    const wanted = { puzzle: genre.value, rows: Number(rows.value), cols: Number(cols.value), seed: Number(seeds.value) };
    if (band.value) wanted.difficulty = band.value;
    if (method.value) wanted.method = method.value;
    if (symmetry.value) wanted.symmetry = symmetry.value;
    return wanted;
  }

  function busy(on) {
    cancel.hidden = bar.hidden = !on;
    make.disabled = empty.disabled = on;
    if (on) cancel.focus();
  }

  async function start() {
    wrong.textContent = "";
    busy(true);
    told.textContent = t("generating");
    last = body();
    try {
      const opened = await generate(last, latest.next(), (line) => (told.textContent = progressWords(line)));
      close();
      game.open(opened);
    } catch (error) {
      told.textContent = aborted(error) ? t("cancelled") : "";
      if (!aborted(error)) wrong.textContent = sentenceFor(error);
    } finally {
      busy(false);
    }
  }

  async function openEmpty() {
    wrong.textContent = "";
    try {
      const { puzzle, rows, cols } = body();
      const opened = await post("/api/new", { puzzle, rows, cols, language: language() });
      await toMake();
      close();
      game.open(opened, { mode: "make" });
    } catch (error) {
      wrong.textContent = sentenceFor(error);
    }
  }

  fit();
  const more = element(
    "details",
    {},
    element("summary", {}, t("more")),
    element("div", { class: "fields" }, field(t("seed"), seeds, t("seed-hint")), field(t("method"), method), field(t("symmetry"), symmetry)),
  );
  const form = element(
    "form",
    { onsubmit: (event) => (event.preventDefault(), start()) },
    field(t("genre"), genre),
    element("div", { class: "fields" }, field(t("rows"), rows), field(t("cols"), cols), field(t("difficulty"), band)),
    more,
    bar,
    told,
    wrong,
    element("div", { class: "buttons" }, make, cancel, empty),
  );
  const { close } = openDialog(t("new-title"), form, () => latest.stop());
}

/** The board that the server makes; hears of progress. A refusal in the middle is thrown like one at the start. */
export async function generate(wanted, signal, onprogress) {
  const body = { ...wanted, limit_s: LIMIT_S, language: language() };
  for await (const line of lines("/api/generate", body, signal)) {
    if (line.progress) onprogress(line.progress);
    else if (line.error) throw new Refusal(line.error, 200);
    else return line.opened;
  }
  throw new Refusal(t("broken"), 200);
}

/** Another puzzle of the same genre and size as the one that is open. */
export function another(game, say, signal) {
  const { rows, cols } = game.opened.drawing;
  const like = last?.puzzle === game.genre.id && last.rows === rows && last.cols === cols ? last : { puzzle: game.genre.id, rows, cols };
  return attempt(async () => {
    const opened = await generate({ ...like, seed: seed() }, signal, (line) => say(progressWords(line)));
    game.open(opened);
  });
}
