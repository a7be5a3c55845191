// Opening a puzzle: from a link or text, a file, the boards of the server, or those kept on this device.

import { Refusal, get, post } from "./api.js";
import { button, element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { attempt, sentenceFor } from "./game.js";
import { say } from "./panel.js";
import { forget, puzzles, readPuzzle } from "./storage.js";
import { language, t, titled } from "./words.js";

const MOST_CHARACTERS = 1_500_000;

/** Open what a text says; a text that is refused or cut shows the board as far as it was read. */
export const openText = (game, text, onopened) => attempt(() => read(game, text, onopened));

/** The same, but a refusal without any board is thrown. */
async function read(game, text, onopened) {
  if (text.length > MOST_CHARACTERS) throw new Refusal(t("too-large"), 413);
  try {
    game.open(await post("/api/read", { text, language: language() }));
  } catch (error) {
    const { opened } = error.told ?? {};
    if (!opened) throw error;
    game.open(opened);
    say(t("read-partly", { why: error.message }), { tone: "bad" });
  }
  onopened();
}

export function openWindow(game) {
  const wrong = element("p", { class: "wrong", role: "alert" });
  const box = element("textarea", { id: "paste", rows: 3, spellcheck: "false", placeholder: "https://puzz.link/p?…", "aria-label": t("open-paste") });
  const take = async (given) => {
    wrong.textContent = "";
    try {
      const text = typeof given === "string" ? given : await textOf(given);
      if (text.trim()) await read(game, text, close);
      else box.focus();
    } catch (error) {
      wrong.textContent = sentenceFor(error);
    }
  };
  const file = element("input", {
    type: "file",
    id: "file",
    onchange: () => file.files[0] && take(file.files[0]),
  });
  const form = element(
    "form",
    { onsubmit: (event) => (event.preventDefault(), take(box.value)) },
    element("label", { for: "paste" }, t("open-paste")),
    box,
    element("div", { class: "buttons" }, element("button", { class: "action primary", id: "paste-open" }, t("open"))),
  );
  const boards = element("div", { class: "boards" });
  const { close } = openDialog(t("open-title"), [
    form,
    wrong,
    element("label", { class: "field" }, element("span", {}, t("open-file")), file),
    keptList(game, () => close()),
    boards,
  ]);
  box.focus();
  listBoards(game, boards, () => close(), wrong);
}

async function textOf(file) {
  if (file.size > MOST_CHARACTERS) throw new Refusal(t("too-large"), 413);
  return file.text();
}

/** The puzzles that are kept on this device, to go on with. */
export function keptList(game, onopened) {
  const list = element("ul", { class: "kept" });
  for (const entry of puzzles().slice(0, 12)) {
    const genre = game.genres.find((one) => one.id === entry.puzzle);
    const kept = readPuzzle(entry.name);
    if (!genre || !kept) continue;
    const name = `${entry.title || titled(genre.titles, genre.id)} ${entry.rows} × ${entry.cols}`;
    const state = entry.done ? t("kept-done") : t("kept-marks", { n: kept.play.marks.length });
    const item = element(
      "li",
      {},
      button([name, element("small", {}, `${state} · ${new Date(entry.when).toLocaleDateString()}`)], () => (game.open(kept.opened), onopened()), {
        class: "kept-open",
      }),
      button("×", () => (forget(entry.name), item.remove()), { class: "close", "aria-label": t("forget", { name }) }),
    );
    list.append(item);
  }
  if (!list.children.length) return null;
  return element("section", {}, element("h3", {}, t("kept")), list);
}

async function listBoards(game, place, onopened, wrong) {
  const { boards } = await get("/api/boards").catch(() => ({ boards: [] }));
  if (!boards.length) return;
  const list = element("ul", { class: "names" });
  const show = (part) => {
    const names = boards.filter((name) => name.toLowerCase().includes(part.toLowerCase())).slice(0, 100);
    list.replaceChildren(...names.map((name) => element("li", {}, button(name, () => take(name)))));
  };
  const take = async (name) => {
    try {
      game.open(await get(`/api/boards/${name.split("/").map(encodeURIComponent).join("/")}?language=${language()}`));
      onopened();
    } catch (error) {
      wrong.textContent = sentenceFor(error);
    }
  };
  const filter = element("input", { type: "search", "aria-label": t("boards-filter"), placeholder: t("boards-filter"), oninput: () => show(filter.value) });
  place.replaceChildren(element("h3", {}, t("boards", { n: boards.length })), filter, list);
  show("");
}

/** A file or a link that is dropped on the page is opened. */
export function hearDrops(game, onopened) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const dropped = event.dataTransfer.getData("text");
    attempt(async () => {
      const text = files.length ? await textOf(files[0]) : dropped;
      if (text) await read(game, text, onopened);
    });
  });
}
