// How large the board is: it fits its place, can be made larger, and is then moved inside it.

const PADDING = 12;
const MOST = 8;

export class View {
  zoom = 1;

  constructor(stage, board) {
    this.stage = stage;
    this.board = board;
    new ResizeObserver(() => this.fit()).observe(stage);
    stage.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }

  fit() {
    const { rows, across, down, svg } = this.board;
    if (!rows) return;
    const [width, height] = [this.stage.clientWidth - 2 * PADDING, this.stage.clientHeight - 2 * PADDING];
    // On a wall cells may be larger than on a desk.
    const most = Math.max(76, Math.min(width, height) / 10);
    const cell = Math.max(6, Math.min(width / across, height / down, most)) * this.zoom;
    svg.style.width = `${Math.floor(cell * across)}px`;
    svg.style.height = `${Math.floor(cell * down)}px`;
  }

  zoomBy(factor, x, y) {
    const before = this.board.svg.getBoundingClientRect();
    const seen = this.stage.getBoundingClientRect();
    const [atX, atY] = [x ?? seen.left + seen.width / 2, y ?? seen.top + seen.height / 2];
    this.zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    this.fit();
    const after = this.board.svg.getBoundingClientRect();
    this.stage.scrollLeft += after.left + ((atX - before.left) / before.width) * after.width - atX;
    this.stage.scrollTop += after.top + ((atY - before.top) / before.height) * after.height - atY;
  }

  moveBy(x, y) {
    this.stage.scrollLeft -= x;
    this.stage.scrollTop -= y;
  }

  reset() {
    this.zoom = 1;
    this.fit();
  }

  /** Scroll so far that an element of the board can be seen. */
  reveal(element) {
    if (this.zoom > 1) element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
