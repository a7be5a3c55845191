// What making a puzzle needs beside the board. It is loaded when somebody begins to.

import { Desk } from "./edit.js";
import { Verdict } from "./verdict.js";

export function maker(game) {
  const desk = new Desk(game);
  return { desk, verdict: new Verdict(game, desk) };
}
