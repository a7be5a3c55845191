// Seconds spent on a puzzle: it stands still while the page is hidden or the puzzle is solved.

export class Timer {
  #seconds = 0;
  #since = null;

  constructor(show) {
    this.show = show;
    setInterval(() => this.show(this.seconds), 1000);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#go()));
  }

  get seconds() {
    return this.#seconds + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  set(seconds, running) {
    this.#seconds = seconds;
    this.#since = null;
    this.running = running;
    if (!document.hidden) this.#go();
    this.show(this.seconds);
  }

  halt() {
    this.#stop();
    this.running = false;
    this.show(this.seconds);
  }

  #go() {
    if (this.running && this.#since === null) this.#since = performance.now();
  }

  #stop() {
    this.#seconds = this.seconds;
    this.#since = null;
  }
}
