// The start of the page: everything is put together, and the puzzle of the address is opened, or the last one.

import { Latest, Unreachable, get, hearReach } from "./api.js";
import { makeBar, playBar } from "./bars.js";
import { Board } from "./board.js";
import { button, element, find } from "./dom.js";
import { Game, attempt, linkOf } from "./game.js";
import { Help } from "./help.js";
import { listen } from "./keys.js";
import { hearDrops, keptList, openText, openWindow } from "./open.js";
import { action, hush, say, speakAloud } from "./panel.js";
import { Pointer } from "./pointer.js";
import { keyOf } from "./places.js";
import { choose, hearSettings, settings } from "./settings.js";
import { puzzles, readDesk, readPuzzle } from "./storage.js";
import { CellStroke, EdgeStroke } from "./strokes.js";
import { Timer } from "./timer.js";
import { View } from "./view.js";
import { label, preferred, speak, t, time, titled } from "./words.js";

const board = new Board(find("#board"));
const view = new View(find("#stage"), board);
const timer = new Timer(showTimer);
const game = new Game(board, view, timer);
const help = new Help(game);
const making = new Latest();

/** What is not needed for the board to appear. */
const parts = {
  make: () => reached(import("./make.js")),
  maker: () => reached(import("./maker.js")),
  share: () => reached(import("./share.js")),
  preferences: () => reached(import("./preferences.js")),
};
const reached = (loading) => loading.catch(() => Promise.reject(new Unreachable()));
/** The desk and the verdict, once somebody makes a puzzle. */
let desk = null;
let verdict = null;
const newWindow = () => attempt(async () => (await parts.make()).newWindow(game, toMake));
const shareWindow = () => attempt(async () => (await parts.share()).shareWindow(game));
const settingsWindow = () => attempt(async () => (await parts.preferences()).settingsWindow());

start();

async function start() {
  const [genres] = await Promise.all([attempt(() => get("/api/genres")), speak(preferred(settings.language))]);
  game.genres = genres?.genres ?? [];
  connect();
  await attempt(openAddress);
  if (!game.opened) welcome();
  document.documentElement.dataset.ready = "";
  (window.requestIdleCallback ?? setTimeout)(keepForLater);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, loadParts, { once: true });
}

/** Get ready what making needs. */
async function toMake() {
  const { maker } = await parts.maker();
  if (!desk) ({ desk, verdict } = maker(game));
}

/** The puzzle of the address, or the one that was open last. */
async function openAddress() {
  const wanted = new URLSearchParams(location.search).get("puzzle");
  const made = readDesk();
  const kept = keptFor(wanted);
  if (made && isKnown(made) && (wanted === null || wanted === linkOf(made))) {
    await toMake();
    game.open(made, { mode: "make" });
  } else if (kept) game.open(kept.opened);
  else if (wanted) await openText(game, wholeLink(wanted), () => {});
}

/** Back to a puzzle that was open before in this tab. */
function goBack({ state }) {
  document.querySelector("dialog[open]")?.close();
  const kept = state && readPuzzle(state.name);
  if (kept && isKnown(kept.opened)) game.open(kept.opened);
  else attempt(openAddress);
}

/** `?puzzle=` holds a whole link, or what stands behind the question mark of one. */
const wholeLink = (wanted) => (/^[a-z0-9_-]+\/\S*$/i.test(wanted) ? `https://puzz.link/p?${wanted}` : wanted);

/** Whoever begins to use the page has its windows at hand, also when the connection is lost later. */
const loadParts = () => Promise.all(Object.values(parts).map((load) => load())).catch(() => {});

/** Resolves once the worker sees what the page asks for: what comes after that it keeps by itself. */
function ruled() {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return null;
  return new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
}

/** Let the files that the page was made of be kept on this device, for when there is no connection. */
async function keepForLater() {
  try {
    await navigator.serviceWorker.register("/worker.js");
    const { active } = await navigator.serviceWorker.ready;
    await ruled();
    active.postMessage(performance.getEntriesByType("resource").map((part) => part.name));
  } catch {
    // A browser that keeps nothing plays with a connection only.
  }
}

/** The puzzle of the address if it is kept on this device; without one in the address the puzzle that was played last. */
function keptFor(wanted) {
  const entry = puzzles().find((one) => (wanted === null ? true : one.link && one.link === wanted.split("?").at(-1)));
  const kept = entry && readPuzzle(entry.name);
  return kept && isKnown(kept.opened) ? kept : null;
}

const isKnown = (opened) => game.genres.some((genre) => genre.id === opened.puzzle);

function connect() {
  game.hear(changed);
  hearSettings(adjust);
  hearReach((reached) => (find("#offline").hidden = reached));
  addEventListener("offline", () => (find("#offline").hidden = false));
  addEventListener("online", () => (find("#offline").hidden = true));
  hearDrops(game, leaveWelcome);
  help.onanother = more;
  const pointer = new Pointer(view, begin);
  game.hear((what) => what === "opened" && (pointer.drop(), making.stop()));
  addEventListener("popstate", goBack);
  listen(board, view, hands);
  const onclick = (selector, work) => find(selector).addEventListener("click", work);
  onclick("#open", () => openWindow(game));
  onclick("#new", newWindow);
  onclick("#share", shareWindow);
  onclick("#settings", settingsWindow);
  onclick("#home", (event) => (event.preventDefault(), hush(), welcome()));
  onclick("#skip", (event) => (event.preventDefault(), board.current && board.focus(board.current)));
  onclick("#mode-play", () => game.setMode("play"));
  onclick("#mode-make", () => attempt(async () => (await toMake(), game.setMode("make"))));
  onclick("#zoom-in", () => view.zoomBy(1.25));
  onclick("#zoom-out", () => view.zoomBy(0.8));
  onclick("#timer", () => choose("timer", !settings.timer));
  document.addEventListener("keydown", shortcut);
  hush();
}

/** The stroke that a pointer begins. */
function begin(point, other) {
  if (game.mode === "make") return desk.begin(point, other);
  if (game.overlay) return null;
  const pen = other ? 1 - game.pen : game.pen;
  return new (game.genre.places === "edges" ? EdgeStroke : CellStroke)(game.sheet, point, pen);
}

const hands = {
  get making() {
    return game.mode === "make";
  },
  mark(place, pen) {
    if (game.mode === "make") return desk.put(place);
    const key = keyOf(place);
    if (!game.isFree(key)) return false;
    const { marks } = game.genre;
    // Each key writes its own mark, and takes it away again.
    const value = marks[pen].value;
    game.write(new Map([[key, game.play.value(key) === value ? null : value]]));
    speakAloud(board.elementOf(place).getAttribute("aria-label"));
    return true;
  },
  clear(place) {
    if (game.mode === "make") return desk.erase(place);
    return game.write(new Map([[keyOf(place), null]]));
  },
  draw: (cells) => desk.draw(cells),
  type: (cell, key) => desk.type(cell, key),
};

function shortcut(event) {
  if (!game.opened || document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const back = game.mode === "make" ? desk : game.play;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) back.redo();
    else back.undo();
  } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
    if (key === "+" || (key === "=" && event.shiftKey)) view.zoomBy(1.25);
    else if (key === "-") view.zoomBy(0.8);
    else if (game.mode === "play" && key === "z") game.play.undo();
    else if (game.mode === "play" && key === "y") game.play.redo();
    else if (game.mode === "play" && key === "t") game.play.begin();
  }
}

/** The page after a change of the game. */
function changed(what) {
  if (what === "opened") leaveWelcome();
  const isMaking = game.mode === "make";
  if (what !== "marks") {
    head();
    if (isMaking) verdict.bar();
    else help.bar();
  }
  if (isMaking) makeBar(desk);
  else playBar(game);
  document.body.dataset.mode = game.mode;
  document.body.classList.toggle("trying", !isMaking && game.play.depth > 0);
  board.svg.classList.toggle("selecting", isMaking && desk.tool?.gesture === "key");
}

function head() {
  const { opened, genre } = game;
  const { rows, cols } = opened.drawing;
  const name = opened.title || titled(genre.titles, genre.id);
  const by = opened.author ? ` · ${opened.author}` : "";
  find("#title").replaceChildren(name, element("small", {}, `${rows} × ${cols}${by}`));
  document.title = `${name} ${rows} × ${cols} – puzzlewright`;
  for (const hidden of document.querySelectorAll(".caption, .modes, #share")) hidden.hidden = false;
  find("#mode-play").setAttribute("aria-pressed", String(game.mode === "play"));
  find("#mode-make").setAttribute("aria-pressed", String(game.mode === "make"));
  find("#timer").hidden = game.mode === "make";
}

function showTimer(seconds) {
  const place = find("#timer");
  const words = settings.timer ? time(seconds) : "–:–";
  if (place.textContent !== words) place.textContent = words;
}

function adjust(name) {
  if (name === "theme") chooseTheme(settings.theme);
  if (name === "timer") {
    label(find("#timer"), settings.timer ? "timer-hide" : "timer-show");
    showTimer(timer.seconds);
  }
  if (name === "language") relearn();
  else if (game.opened && game.mode === "play") help.bar();
}

async function relearn() {
  await attempt(() => speak(settings.language));
  document.querySelector("dialog[open]")?.close();
  board.relabel();
  if (game.opened) {
    changed("language");
    if (game.mode === "make") verdict.ask();
    else hush();
  }
  if (!find("#welcome").hidden) welcome();
  await settingsWindow();
  find("#language").focus();
}

/** What there is to do when no puzzle is open. */
function welcome() {
  const place = find("#welcome");
  const quick = game.genres
    .filter((genre) => genre.generate)
    .map((genre) =>
      button(t("try", { name: titled(genre.titles, genre.id) }), () => first(genre), { class: "action", "data-genre": genre.id }),
    );
  place.replaceChildren(
    element("h1", {}, t("welcome")),
    element("p", {}, t("welcome-more")),
    element(
      "div",
      { class: "buttons" },
      button(t("welcome-open"), () => openWindow(game), { class: "action primary", id: "welcome-open" }),
      button(t("new-title"), newWindow, { class: "action" }),
    ),
    element("div", { class: "buttons" }, quick),
    ...[keptList(game, leaveWelcome)].filter(Boolean),
  );
  place.hidden = false;
  document.body.classList.add("welcoming");
}

function leaveWelcome() {
  find("#welcome").hidden = true;
  document.body.classList.remove("welcoming");
  if (game.opened) view.fit();
}

/** A small puzzle to begin with. */
function first(genre) {
  const [rows, cols] = [5, 5].map((side, index) => Math.max(side, genre.generate.least[index]));
  const told = element("p", { role: "status" }, t("generating"));
  find("#welcome").append(told);
  return attempt(async () => {
    const { generate, progressWords, seed } = await parts.make();
    const wanted = { puzzle: genre.id, rows, cols, seed: seed() };
    game.open(await generate(wanted, making.next(), (line) => (told.textContent = progressWords(line))));
  }).finally(() => told.remove());
}

function more() {
  const cancel = action(t("cancel"), () => (making.stop(), hush()));
  const tell = (words) => say(words, { tone: "busy", actions: [cancel] });
  tell(t("generating"));
  attempt(async () => (await parts.make()).another(game, tell, making.next()));
}
