// What a solver has written on a board, and all the steps back and forth. A mark is a value and the depth of trial at
// which it was written: 0 is for good.

export class Play {
  marks = new Map();
  /** What was there when each trial began, as entries of `marks`. */
  trials = [];
  past = [];
  future = [];
  /** Called after each change with the keys of the places that changed. */
  onchange = () => {};

  constructor(kept = null) {
    if (!kept) return;
    this.marks = new Map(kept.marks);
    this.trials = kept.trials;
    this.past = kept.past;
    this.future = kept.future;
  }

  kept() {
    return { marks: [...this.marks], trials: this.trials, past: this.past, future: this.future };
  }

  get depth() {
    return this.trials.length;
  }

  value(key) {
    return this.marks.get(key)?.[0] ?? null;
  }

  values() {
    return new Map([...this.marks].map(([key, [value]]) => [key, value]));
  }

  /** Write values on places, null for nothing, as one step. Says whether anything changed. */
  write(values) {
    const changes = [];
    for (const [key, value] of values) {
      if (this.value(key) !== value) changes.push([key, this.marks.get(key) ?? null, value && [value, this.depth]]);
    }
    if (!changes.length) return false;
    this.#step({ changes });
    return true;
  }

  begin() {
    this.#step({ changes: [], before: this.trials, after: [...this.trials, [...this.marks]] });
  }

  /** Keep what was written on trial. */
  keep() {
    const changes = [];
    for (const [key, mark] of this.marks) {
      if (mark[1] === this.depth) changes.push([key, mark, [mark[0], this.depth - 1]]);
    }
    this.#step({ changes, before: this.trials, after: this.trials.slice(0, -1) });
  }

  /** Go back to what was there before the trial. */
  drop() {
    const then = new Map(this.trials.at(-1));
    this.#step({ changes: this.#towards(then), before: this.trials, after: this.trials.slice(0, -1) });
  }

  reset() {
    if (this.marks.size || this.depth) {
      this.#step({ changes: this.#towards(new Map()), before: this.trials, after: [] });
    }
  }

  undo() {
    const step = this.past.pop();
    if (!step) return false;
    this.future.push(step);
    for (const [key, before] of step.changes) this.#put(key, before);
    if (step.before) this.trials = step.before;
    this.onchange(step.changes.map(([key]) => key));
    return true;
  }

  redo() {
    const step = this.future.pop();
    if (!step) return false;
    this.past.push(step);
    this.#apply(step);
    return true;
  }

  #towards(then) {
    const keys = new Set([...this.marks.keys(), ...then.keys()]);
    const same = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];
    return [...keys]
      .map((key) => [key, this.marks.get(key) ?? null, then.get(key) ?? null])
      .filter(([, before, after]) => !same(before, after));
  }

  #step(step) {
    this.past.push(step);
    this.future = [];
    this.#apply(step);
  }

  #apply(step) {
    for (const [key, , after] of step.changes) this.#put(key, after);
    if (step.after) this.trials = step.after;
    this.onchange(step.changes.map(([key]) => key));
  }

  #put(key, mark) {
    if (mark) this.marks.set(key, mark);
    else this.marks.delete(key);
  }
}
