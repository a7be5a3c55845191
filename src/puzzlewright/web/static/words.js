// Words for people in three languages; a table for each is in words/.

export const LANGUAGES = { en: "English", zh: "中文", ja: "日本語" };

let table = {};
let current = "en";

export const language = () => current;

/** The language that was chosen, else the first of the browser's that there is. */
export function preferred(chosen) {
  if (chosen in LANGUAGES) return chosen;
  for (const name of navigator.languages ?? [navigator.language]) {
    const short = name.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

export async function speak(name) {
  const reply = await fetch(`/static/words/${name}.json`);
  table = await reply.json();
  current = name;
  document.documentElement.lang = name === "zh" ? "zh-Hans" : name;
  document.title = t("title");
  for (const part of document.querySelectorAll("[data-word]")) part.textContent = t(part.dataset.word);
  for (const part of document.querySelectorAll("[data-label]")) label(part, part.dataset.label);
}

/** The words of a key, with `{name}` filled in. Where `n` is 1, the key with "-one" is taken if there is one. */
export function t(key, values = {}) {
  const words = (values.n === 1 && table[`${key}-one`]) || table[key] || key;
  return words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

export const has = (key) => key in table;

/** The title in the language in use, of a table by language. */
export const titled = (titles, fallback = "") => titles?.[current] ?? titles?.en ?? fallback;

/** A name for a button that shows only an icon. */
export function label(part, key) {
  part.setAttribute("aria-label", t(key));
  part.title = t(key);
}

export const time = (seconds) => {
  const parts = [Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return (hours ? [hours, ...parts] : parts).join(":");
};
