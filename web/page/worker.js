// Reads files and verifies their records, away from the page. Messages to it: `{ module }` first, then `{ files }`, each
// with its name, or `{ text: { file, entry, index, id } }`, which asks for the text of a record.
const answer = (type, rest) => postMessage({ type, ...rest });

let files = [];
const BATCH = 100;
let rows = [];
const flush = () => {
  if (rows.length) answer("rows", { rows });
  rows = [];
};
const add = (row) => {
  rows.push(row);
  if (rows.length >= BATCH) flush();
};
const judged = (bytes, place) => wasm_bindgen.judge(bytes, (text) => add({ ...JSON.parse(text), ...place }));
const problem = (place, error) => add({
  ...place, status: "unread", code: error.code || "archive::unreadable", message: String(error.message || error),
});

const readFile = async (number) => {
  const { file, name } = files[number];
  const place = { file: number, name };
  const format = formatOf(await bytesOf(file.slice(0, 512)));
  if (format === "text") return judged(await textFile(file), place);
  if (format !== "zip") {
    throw new Unreadable("archive::format", "it is in the format " + format + ", which this page does not read: use zip, or the program");
  }
  const entries = await directory(file);
  const budget = budgetOf(file);
  let others = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isRecordName(entry.name)) {
      others += entry.name.endsWith("/") ? 0 : 1;
      continue;
    }
    const inside = { file: number, entry: index, name: name + "/" + entry.name };
    answer("progress", { file: number, part: index / entries.length });
    try {
      judged(await unpackedEntry(file, entry, budget), inside);
    } catch (error) {
      problem(inside, error);
      if (error.code === "archive::bomb") break;
    }
  }
  if (others) answer("others", { others });
};

const readAll = async (from) => {
  for (let number = from; number < files.length; number += 1) {
    answer("progress", { file: number, part: 0 });
    try {
      await readFile(number);
    } catch (error) {
      problem({ file: number, name: files[number].name }, error);
    }
    flush();
  }
  flush();
  answer("done", {});
};

const textOf = async ({ file: number, entry, index }) => {
  const { file } = files[number];
  const bytes = entry === undefined ? await textFile(file)
    : await unpackedEntry(file, (await directory(file))[entry], budgetOf(file));
  return wasm_bindgen.recordText(bytes, index);
};

addEventListener("message", async ({ data }) => {
  if (data.module) return wasm_bindgen.initSync({ module: data.module });
  if (data.files) {
    const from = files.length;
    files = files.concat(data.files);
    return readAll(from);
  }
  // After a cancelled reading only texts are asked for.
  if (data.known) files = data.known;
  const text = await textOf(data.text).catch(() => undefined);
  return answer("text", { text, id: data.text.id });
});
