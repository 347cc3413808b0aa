// The list of records of files, folders and archives, each with its verdict.
const makeCollection = (module, openText) => {
  const SHOWN = 300;
  const box = byId("collection");
  let worker = null;
  let files = [];
  let rows = [];
  let others = 0;
  let shown = SHOWN;
  let waiting = new Map();
  let timer = null;

  const start = () => {
    const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    worker = new Worker(url);
    worker.postMessage({ module });
    worker.addEventListener("message", ({ data }) => heard[data.type](data));
  };
  const counts = () => {
    const count = (status) => rows.filter((row) => row.status === status).length;
    const named = ["valid", "invalid", "malformed"].map((status) => [count(status), status]).filter(([number]) => number);
    const unread = count("unread");
    return plural(rows.length - unread, "record") + (named.length ? ": " + named.map((pair) => pair.join(" ")).join(", ") : "")
      + (unread ? "; " + plural(unread, "file") + " not read" : "") + (others ? "; " + plural(others, "other file") + " left out" : "");
  };
  const busy = (isBusy) => {
    byId("cancel").hidden = byId("progress-bar").hidden = !isBusy;
  };
  const heard = {
    rows: (data) => {
      rows.push(...data.rows);
      list();
    },
    others: (data) => { others += data.others; },
    progress: ({ file, part }) => {
      byId("progress-bar").max = files.length;
      byId("progress-bar").value = file + part;
    },
    done: () => {
      busy(false);
      list();
      byId("progress").textContent = counts();
      const found = rows.filter((row) => row.status !== "unread");
      // A single record opens by itself.
      if (rows.length === 1 && found.length === 1 && files.length === 1) open(found[0]);
    },
    text: ({ text, id }) => {
      const row = waiting.get(id);
      waiting.delete(id);
      if (text === undefined) return tell("The record can no longer be read");
      openText(text, row.name.split("/").pop());
    },
  };
  const open = (row) => {
    const id = rows.indexOf(row);
    waiting.set(id, row);
    worker.postMessage({ text: { file: row.file, entry: row.entry, index: row.index, id }, known: files });
  };

  const item = (row) => {
    const created = element("li");
    const opener = button(undefined, () => (row.status === "unread" ? undefined : open(row)));
    const players = [row.black, row.white, row.grey, row.yellow].filter(Boolean).join(" – ");
    const facts = [row.game, row.size, row.plies === undefined ? "" : plural(row.plies, "ply").replace("plys", "plies"), row.result];
    opener.append(element("span", row.status === "unread" ? "not read" : row.status, "verdict " + row.status),
      element("span", row.name + (row.index ? " #" + (row.index + 1) : ""), "file"), element("span", players, "names"),
      element("span", facts.filter(Boolean).join(" · "), "faint"));
    if (row.message) opener.append(element("span", row.message + " (" + row.code + ")", "why"));
    opener.disabled = row.status === "unread";
    created.append(opener);
    return created;
  };
  const fill = () => {
    timer = null;
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = byId("filter").value;
    const has = (row) => (!wanted || row.status === wanted) && words.every((word) =>
      [row.name, row.black, row.white, row.grey, row.yellow, row.game, row.code].join(" ").toLowerCase().includes(word));
    const found = rows.filter(has);
    byId("rows").replaceChildren(...found.slice(0, shown).map(item));
    byId("more-rows").hidden = found.length <= shown;
    byId("progress").textContent = counts();
  };
  const list = () => { timer = timer || setTimeout(fill, 80); };
  for (const id of ["search", "filter"]) byId(id).addEventListener("input", () => { shown = SHOWN; fill(); });
  byId("more-rows").addEventListener("click", () => { shown += SHOWN; fill(); });
  byId("cancel").addEventListener("click", () => {
    worker.terminate();
    busy(false);
    start();
    clearTimeout(timer);
    fill();
    byId("progress").textContent = "cancelled; " + counts();
  });

  const add = (added) => {
    if (!added.length) return;
    if (!worker) start();
    files = files.concat(added);
    busy(true);
    showOnly("collection");
    byId("show-list").hidden = false;
    worker.postMessage({ files: added });
  };
  const ofInput = (input) => [...input.files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  for (const id of ["files", "folder"]) {
    byId(id).addEventListener("change", () => {
      // Of a folder only what is named like a record or an archive.
      add(ofInput(byId(id)).filter(({ name }) => id === "files" || /\.(sgf|kifu|zip)$/i.test(name)));
      byId(id).value = "";
    });
  }
  // What is dropped: files, and the files in folders.
  const dropped = async (items) => {
    const found = [];
    const entries = items.map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
    const read = (reader) => new Promise((done, failed) => reader.readEntries(done, failed));
    while (entries.length) {
      const entry = entries.shift();
      if (entry.isFile) {
        const file = await new Promise((done, failed) => entry.file(done, failed));
        const name = entry.fullPath.replace(/^\//, "");
        if (!name.includes("/") || /\.(sgf|kifu|zip)$/i.test(name)) found.push({ file, name });
      } else {
        const reader = entry.createReader();
        for (let batch = await read(reader); batch.length; batch = await read(reader)) entries.push(...batch);
      }
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    byId("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    byId("drop").hidden = true;
    const items = [...event.dataTransfer.items];
    const plain = [...event.dataTransfer.files].map((file) => ({ file, name: file.name }));
    const found = await dropped(items).catch(() => []);
    add(found.length ? found : plain);
  });
  const clear = () => {
    if (worker) worker.terminate();
    worker = null;
    [files, rows, others, waiting] = [[], [], 0, new Map()];
    busy(false);
    fill();
    byId("show-list").hidden = true;
    showOnly(positions.editor() ? "game" : "start");
  };
  return { add, clear, show: () => showOnly("collection"), isEmpty: () => files.length === 0 };
};
// One of the parts of the page.
const showOnly = (id) => {
  for (const part of ["start", "collection", "unplayable", "game"]) byId(part).hidden = part !== id;
  byId("tools").classList.toggle("in-game", id === "game");
  byId("to-game").hidden = id === "game" || !positions.editor();
  scrollTo(0, 0);
};
