// The keyboard on the board: arrows move, and keys write.

import { centre, isEdge, keyOf, placeAt } from "./places.js";
import { sides } from "./labels.js";

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SIDES = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * `hands` has mark(place, pen), clear(place), draw(cells), type(cell, key), choose(number), and says with `making`
 * whether clues are written. Each returns false for a key that means nothing there.
 */
export function listen(board, view, hands) {
  let path = null;

  board.svg.addEventListener("focusin", (event) => {
    const place = board.placeOfElement(event.target);
    if (place) board.focus(place, false);
  });

  board.svg.addEventListener("keydown", (event) => {
    const place = board.current;
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in WAYS) {
      event.preventDefault();
      if (event.shiftKey && !isEdge(place)) {
        if (hands.making) trace(place, WAYS[event.key]);
        else side(place, SIDES[event.key]);
        return;
      }
      move(place, WAYS[event.key]);
    } else if (press(place, event.key)) {
      event.preventDefault();
    }
  });

  board.svg.addEventListener("keyup", (event) => {
    if (event.key !== "Shift" || !path) return;
    const cells = path;
    path = null;
    board.preview(new Map());
    hands.draw(cells);
  });

  function press(place, key) {
    if (key === "Home" || key === "End") {
      goTo(key === "Home" ? [place.flat()[0], 0] : [place.flat()[0], board.cols - 1]);
      return true;
    }
    if (key === "Delete" || key === "Backspace") return hands.clear(place) !== false;
    if (hands.making) {
      if (key === " " || key === "Enter") return hands.mark(place, 0) !== false;
      return hands.type(place, key) !== false;
    }
    if (key === " " || key === "Enter") return hands.mark(place, 0) !== false;
    if (key === "x" || key === "X" || key === ".") return hands.mark(place, 1) !== false;
    return false;
  }

  /** With borders, a step is half a cell; between borders of one line it leaps over the corner. */
  function move(place, [down, right]) {
    const [y, x] = centre(place);
    const step = board.onBorders ? 1 : 2;
    let to = [y + down * step, x + right * step];
    if (to[0] % 2 === 0 && to[1] % 2 === 0) to = [to[0] + down, to[1] + right];
    const inside = to[0] > 0 && to[1] > 0 && to[0] < 2 * board.rows && to[1] < 2 * board.cols;
    if (inside) goTo(placeAt(to));
  }

  function goTo(place) {
    if (!board.has(place)) return;
    board.focus(place);
    view.reveal(board.elementOf(place));
  }

  function side(cell, name) {
    const edge = sides(cell)[name];
    if (board.onBorders && board.has(edge)) hands.mark(edge, 0);
  }

  /** With the shift key held, arrows draw a way through cells. */
  function trace(cell, [down, right]) {
    const next = [cell[0] + down, cell[1] + right];
    if (!board.has(next)) return;
    path ??= [cell];
    if (path.length > 1 && keyOf(path.at(-2)) === keyOf(next)) path.pop();
    else path.push(next);
    board.preview(new Map(), path);
    goTo(next);
  }
}
