// Reads records of Go with @sabaki/sgf, plays them with @sabaki/go-board, and prints, a line a
// record, the position at every node. The files are named on standard input. Nodes come in the
// order of the file.

const fs = require("fs")
const sgf = require("@sabaki/sgf")
const Board = require("@sabaki/go-board")

function setUp(board, node) {
  for (const [name, sign] of [["AB", 1], ["AW", -1], ["AE", 0]]) {
    for (const value of node.data[name] || []) {
      board.set(sgf.parseVertex(value), sign)
    }
  }
}

function positions(root) {
  const [columns, rows = columns] = root.data.SZ[0].split(":").map(Number)
  const found = []
  const waiting = [[root, Board.fromDimensions(columns, rows)]]
  while (waiting.length > 0) {
    const [node, before] = waiting.pop()
    let board = before.clone()
    setUp(board, node)
    for (const [name, sign] of [["B", 1], ["W", -1]]) {
      if (node.data[name] && node.data[name][0] !== "") {
        board = board.makeMove(sign, sgf.parseVertex(node.data[name][0]), {
          preventOverwrite: true,
          preventSuicide: true,
        })
      }
    }
    const kings = (node.data.MA || []).map(sgf.parseVertex)
    found.push({
      rows: board.signMap.map((row) => row.map((sign) => ({ 0: ".", 1: "X", "-1": "O" })[sign]).join("")),
      kings: kings.map(([x, y]) => [x + 1, rows - y]).sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    })
    waiting.push(...node.children.map((child) => [child, board]).reverse())
  }
  return found
}

for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  for (const root of sgf.parseFile(path)) {
    console.log(JSON.stringify(positions(root)))
  }
}
