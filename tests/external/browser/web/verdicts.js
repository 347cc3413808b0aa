// Reads texts from standard input, each after its length in four bytes, and writes the verdicts of the WebAssembly in the
// folder that is named, each ended by a record separator.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const folder = process.argv[2];
const loader = fs.readFileSync(path.join(folder, "kifu.js"), "utf8");
const wasm = vm.runInThisContext("(() => {" + loader + "\nreturn wasm_bindgen; })()");
wasm.initSync({ module: new WebAssembly.Module(fs.readFileSync(path.join(folder, "kifu_bg.wasm"))) });

const input = fs.readFileSync(0);
const parts = [];
for (let at = 0; at < input.length;) {
  const length = input.readUInt32LE(at);
  const text = input.subarray(at + 4, at + 4 + length);
  parts.push(wasm.comparableVerdicts(text).replaceAll("\x1e", "?"), "\x1e");
  at += 4 + length;
}
process.stdout.write(parts.join(""));
