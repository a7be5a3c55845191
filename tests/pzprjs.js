// Opens each text of standard input (one JSON string a line) in the pzprjs engine, whose file is the first argument,
// and prints for each one line of JSON: the link and the file that the engine makes of it, or null.
const pzpr = require(process.argv[2]);
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);

function opened(text) {
  try {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    return [puzzle.getURL(), puzzle.getFileData()];
  } catch (error) {
    return null;
  }
}

for (const line of lines) {
  process.stdout.write("\u0001" + JSON.stringify(opened(JSON.parse(line))) + "\n");
}
