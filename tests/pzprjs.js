// Opens each text of standard input (one JSON string a line) in the pzprjs engine, whose file is the first argument,
// and prints for each one line of JSON, or null: the link and the file that the engine makes of it, the codes of all
// rules that its answer breaks, the cells that the engine highlights as [row, column], and the borders that it
// highlights by the middle of each in half cells as [y, x].
const pzpr = require(process.argv[2]);
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);

function opened(text) {
  try {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    const link = puzzle.getURL();
    const file = puzzle.getFileData();
    puzzle.setConfig("multierr", true);
    const codes = Array.from(puzzle.check(true));
    const wrong = [];
    puzzle.board.cell.each((cell) => cell.error > 0 && wrong.push([(cell.by - 1) / 2, (cell.bx - 1) / 2]));
    const lines = [];
    puzzle.board.border.each((border) => border.error > 0 && lines.push([border.by, border.bx]));
    return [link, file, codes, wrong, lines];
  } catch (error) {
    return null;
  }
}

for (const line of lines) {
  process.stdout.write("\u0001" + JSON.stringify(opened(JSON.parse(line))) + "\n");
}
