// What a person chose, kept on this device.

import { readSettings, writeSettings } from "./storage.js";

const DEFAULTS = {
  language: "",
  theme: "system",
  timer: true,
  soFar: true,
  check: true,
  hint: true,
  answer: true,
  solved: true,
};

export const settings = { ...DEFAULTS, ...readSettings() };

const listeners = [];

/** Hear of each change, by the name of the setting. */
export const hearSettings = (listener) => listeners.push(listener);

export function choose(name, value) {
  settings[name] = value;
  writeSettings(settings);
  for (const listener of listeners) listener(name);
}
