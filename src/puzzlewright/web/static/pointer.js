// Mouse, pen and fingers. One pointer makes a stroke; a second finger ends it unwritten and zooms and moves the board
// until all fingers are up.

const TOUCH_SLOP_PX = 10;
const STEP = 0.2;

export class Pointer {
  #fingers = new Map();
  #stroke = null;
  #pinch = null;
  #last = null;

  /**
   * `begin(point, other)` gives the stroke that starts at a point, in cells, or null; `other` says whether the other
   * button or the pen's eraser is used. A stroke has `move(point)`, `show()`, `end()` and `cancel()`.
   */
  constructor(view, begin) {
    this.view = view;
    this.begin = begin;
    const { stage } = view;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event, false));
    stage.addEventListener("pointercancel", (event) => this.#up(event, true));
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.drop());
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 2) return;
    if (event.isPrimary && !this.#stroke) {
      this.#fingers.clear();
      this.#pinch = null;
    }
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.pointerType === "touch" && this.#fingers.size > 1) {
      this.drop();
      this.#pinch = this.#spread();
      return;
    }
    if (this.#pinch || this.#stroke || !this.view.board.svg.contains(event.target)) return;
    event.preventDefault();
    const other = event.button === 2 || event.button === 5 || event.buttons === 32;
    const start = this.view.board.locate(event);
    this.#stroke = this.begin(start, other);
    this.#last = { point: start, x: event.clientX, y: event.clientY, moved: event.pointerType !== "touch" };
    if (!this.#stroke) return;
    this.view.stage.setPointerCapture(event.pointerId);
    // A finger may be the first of two: nothing shows before it moves or goes up.
    if (this.#last.moved) this.#stroke.show();
  }

  #move(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pinch) {
      this.#zoom();
      return;
    }
    if (!this.#stroke) return;
    const last = this.#last;
    if (!last.moved && Math.hypot(event.clientX - last.x, event.clientY - last.y) < TOUCH_SLOP_PX) return;
    last.moved = true;
    const [toY, toX] = this.view.board.locate(event);
    const [y, x] = last.point;
    // Fast pointers leave gaps: all points between are visited.
    const steps = Math.max(1, Math.ceil(Math.hypot(toY - y, toX - x) / STEP));
    for (let step = 1; step <= steps; step++) {
      this.#stroke.move([y + ((toY - y) * step) / steps, x + ((toX - x) * step) / steps]);
    }
    last.point = [toY, toX];
    this.#stroke.show();
  }

  #up(event, cancelled) {
    this.#fingers.delete(event.pointerId);
    if (this.#pinch) {
      if (this.#fingers.size === 0) this.#pinch = null;
      else if (this.#fingers.size > 1) this.#pinch = this.#spread();
      return;
    }
    const stroke = this.#stroke;
    this.#stroke = null;
    if (cancelled) stroke?.cancel();
    else stroke?.end();
  }

  /** Give up the stroke that is being made. */
  drop() {
    this.#stroke?.cancel();
    this.#stroke = null;
  }

  #spread() {
    const [one, other] = [...this.#fingers.values()];
    const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    return { middle, length: Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1])) };
  }

  #zoom() {
    if (this.#fingers.size < 2) return;
    const { middle, length } = this.#spread();
    this.view.moveBy(middle[0] - this.#pinch.middle[0], middle[1] - this.#pinch.middle[1]);
    this.view.zoomBy(length / this.#pinch.length, ...middle);
    this.#pinch = { middle, length };
  }
}
