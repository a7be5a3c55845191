// What the page keeps on this device: settings, and each puzzle with what was written on it. Nothing leaves it.

const PREFIX = "puzzlewright:";
const PUZZLE = "puzzle:";
const MOST_PUZZLES = 60;

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const readSettings = () => read("settings") ?? {};
export const writeSettings = (settings) => write("settings", settings);

/** A short name for a board: 53 bits of a mix of its characters. */
export function nameOfBoard(board) {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < board.length; index++) {
    const code = board.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}

const areLists = (holder, ...names) => names.every((name) => Array.isArray(holder?.[name]));

/** What other versions of the page kept, or nobody knows who, may lack what this one needs. */
const isBoard = (opened) =>
  typeof opened?.board === "string" && areLists(opened, "free", "marks", "defects", "unsolvable") && areLists(opened.drawing, "items");

/** The puzzles on this device, the last one first: {name, title, puzzle, rows, cols, when, done, link}. */
export function puzzles() {
  const found = read("puzzles");
  return Array.isArray(found) ? found.filter((entry) => entry?.name) : [];
}

/** What is kept of a puzzle: {opened, play, seconds, done}, or null. */
export function readPuzzle(name) {
  const kept = read(PUZZLE + name);
  return isBoard(kept?.opened) && areLists(kept.play, "marks", "trials", "past", "future") ? kept : null;
}

/** Hear the name of each puzzle that is kept by another tab. */
export const hearKept = (listener) =>
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX + PUZZLE) && listener(key.slice((PREFIX + PUZZLE).length)));

export function forget(name) {
  localStorage.removeItem(PREFIX + PUZZLE + name);
  write("puzzles", puzzles().filter((entry) => entry.name !== name));
}

/** The board that is being made, or null. */
export function readDesk() {
  const kept = read("desk");
  return isBoard(kept?.opened) ? kept.opened : null;
}

export const keepDesk = (opened) => write("desk", opened && { opened });

/** Keep a puzzle, first in the list. Where there is no room the oldest go, and then the steps that undo goes back. */
export function keepPuzzle(entry, kept) {
  const others = puzzles().filter((other) => other.name !== entry.name);
  for (const old of others.splice(MOST_PUZZLES - 1)) localStorage.removeItem(PREFIX + PUZZLE + old.name);
  let done = write(PUZZLE + entry.name, kept);
  while (!done && others.length) {
    localStorage.removeItem(PREFIX + PUZZLE + others.pop().name);
    done = write(PUZZLE + entry.name, kept);
  }
  if (!done) done = write(PUZZLE + entry.name, { ...kept, play: { ...kept.play, past: [], future: [] } });
  return write("puzzles", [entry, ...others]) && done;
}
