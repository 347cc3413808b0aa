// Puts the parts together: what is open, buttons, keys.
const say = (text, isWrong) => {
  const said = byId("said");
  said.classList.toggle("wrong", isWrong === true);
  said.textContent = text;
};
const viewOptions = () => ({
  theme: byId("board-theme").value,
  view: positions.data.game === "margo" ? byId("board-view").value.split("-")[0] : "top",
  corner: Number(byId("board-view").value.split("-")[1] || 0),
  coordinates: byId("show-coordinates").checked,
  last: byId("show-last").checked,
  territory: byId("show-territory").checked,
  numbers: byId("show-numbers").checked,
});
const positions = makeCorePositions(viewOptions);
const { data } = positions;
const navigation = makeNavigation(positions);
const autoplay = makeAutoplay(navigation);
const panel = makePanel(data, positions, navigation);
const moves = makeMoves(data, positions, navigation, panel);
const theme = makeTheme("kifu-page");
const saving = makeSaving({
  positions, viewOptions, say, settle: () => editing.keepComment(), unfinished: () => editing.chosen(),
});
byId("theme").addEventListener("click", theme.toggleDark);

// The name of the file or the like; a new game has none.
let openedName = "";
// What is told of the record.
let told = [];
// The list of moves and the head, after each edit.
const showRecord = () => {
  moves.fill();
  panel.listFindings();
  const players = [...data.players].map(playerName);
  const named = (player) => data[player.toLowerCase()];
  const names = players.some(named) ? players.map((player) => named(player) || player).join(" – ") : openedName || "New game";
  const title = names + " · " + data.game + " " + data.size;
  byId("title").textContent = title;
  document.title = title + " · kifu";
  byId("view-choice").hidden = byId("turn").hidden = data.game !== "margo";
  byId("board").classList.toggle("held", data.game === "bamogo");
  // Records of a usual length are verified again at once.
  const MOST_NODES = 3000;
  const verdict = byId("verdict");
  told = [];
  if (positions.nodes.length > MOST_NODES) return;
  try {
    const editor = positions.editor();
    const { row } = JSON.parse(wasm_bindgen.report(editor.edits() === 0 ? editor.source() : editor.text()));
    const message = row.code === "record::unfinished" ? "the game goes on" : row.message;
    told = [row.status, data.result && "result " + data.result, message].filter(Boolean);
    verdict.className = row.status;
  } catch (error) {
    told = [String(error)];
  }
};
// The verdict is that on the record; the result and what goes on are those of its main line.
const showVerdict = (id) => {
  const isSide = !positions.isMain(id);
  const [status, ...facts] = told;
  byId("verdict").textContent = !isSide || !facts.length ? told.join(" · ") : status + " · main line: " + facts.join(" · ");
  byId("side").hidden = !isSide;
  const { over, status: end } = positions.view();
  byId("side").textContent = !isSide ? "" : "This is a variation, and not the game. "
    + (over ? end + " here: Main line makes it the game, with its result." : "The game goes on here; Main line makes it the game.");
};
const changed = () => {
  showRecord();
  saving.changed();
};
const boardArea = byId("board");
const board = makeCoreBoard(positions, {
  area: boardArea,
  act: (...values) => { autoplay.stop(); editing.act(...values); },
  drag: (...values) => { autoplay.stop(); editing.drag(...values); },
  choiceAt: (point) => editing.choiceAt(point),
  picks: () => editing.showChoices(),
  say,
});
const editing = makeEditing({ positions, navigation, board, say, changed });

const slider = byId("slider");
// The illegal ply of the line up to here, if there is one.
const illegalPly = () => navigation.path(navigation.current()).find((id) => positions.nodes[id].illegal);
// What is illegal, and what can be done about it.
const showIllegal = (id) => {
  const wrong = illegalPly();
  byId("illegal").hidden = wrong === undefined;
  // What stands here need not be told twice.
  byId("problems").hidden = wrong === id && positions.nodes[id].findings.length === 1;
  if (wrong === undefined) return;
  const isHere = wrong === id;
  byId("remove-illegal").hidden = !isHere || id === 0;
  byId("to-illegal").hidden = isHere;
  const { ply, move, findings } = positions.nodes[wrong];
  const name = "Ply " + ply + (move ? ", " + move + "," : "");
  const error = findings.map((number) => data.findings[number]).find((finding) => finding.severity === "error");
  const { damaged } = positions.nodes[wrong];
  byId("illegal-text").textContent = (damaged ? "The record is damaged " + (move ? "at" : "after") + " ply " + ply : name + " is illegal") + (isHere && error ? ": " + error.message : "");
  byId("illegal-help").textContent = (isHere ? error && error.help ? error.help.charAt(0).toUpperCase() + error.help.slice(1) + ". " : "" : "What follows is not checked. ")
    + (damaged ? "What you play now goes on from what can be read, as a variation; only that is saved." : "What you play now is played in place of that ply, as a variation.");
  byId("illegal-code").textContent = isHere && error ? error.code : "";
};
navigation.listen((id) => {
  const view = positions.look(id);
  board.show(view);
  editing.offer();
  boardArea.classList.toggle("no-legal", !byId("show-legal").checked);
  board.describe(panel.status(id));
  panel.describe(id);
  // Not under the hands of somebody who types.
  if (byId("comment-text").value !== view.comment) byId("comment-text").value = view.comment;
  moves.mark(id);
  showPlace(navigation, id, panel.label(id));
  showIllegal(id);
  showVerdict(id);
  editing.arrive(id);
});

const game = (editor, name, { isRestored, title = name } = {}) => {
  if (isRestored) editor.resume();
  positions.open(editor);
  openedName = title || "";
  board.forget();
  showOnly("game");
  showRecord();
  saving.opened(name, openedName, isRestored);
  navigation.restart(editor.cursor());
  say("");
};
// A record that cannot be played is shown as text.
const unplayable = (text, reason) => {
  const report = JSON.parse(wasm_bindgen.report(text));
  const findings = report ? report.findings : [];
  const explain = (code) => {
    byId("explanation").replaceChildren();
    showSource(text, true);
    explained(byId("explanation"), code);
  };
  byId("unplayable-findings").replaceChildren(...findings.map((finding) => findingItem(finding, explain)));
  if (!findings.length) byId("unplayable-findings").append(element("li", reason));
  markedSource(byId("unplayable-source"), text, findings);
  showOnly("unplayable");
};
const openText = (text, name, options = {}) => {
  const open = () => {
    let editor = null;
    try {
      editor = wasm_bindgen.Editor.open(text);
    } catch (error) {
      return unplayable(text, String(error));
    }
    if (options.goesOn) editor.resume();
    game(editor, name, options);
    // An illegal record opens at its first error.
    const error = data.findings.find((finding) => finding.severity === "error");
    if (error && !options.way && !options.ply) navigation.go(error.node);
    if (options.way) {
      let node = 0;
      for (const child of options.way) node = positions.nodes[node].children[child] ?? node;
      navigation.go(node);
    }
    if (options.ply) navigation.step(options.ply);
    return undefined;
  };
  guarded(open);
};
// Unsaved work is not left without a question.
const guarded = (action) => {
  editing.keepComment();
  if (!positions.editor() || !saving.isUnsaved()) return action();
  return confirmed("The game that is open is not saved. This browser keeps it until you leave another one.", "Leave it", action,
    ["Save it first", () => { saving.save(); action(); }]);
};

const step = (offset) => { autoplay.stop(); return navigation.step(offset); };
const controls = {
  first: () => { autoplay.stop(); navigation.first(); },
  back: () => step(-1),
  next: () => step(1),
  last: () => { autoplay.stop(); navigation.last(); },
  "next-finding": () => { autoplay.stop(); panel.nextFinding(); },
  play: autoplay.toggle,
  "open-menu": () => openDialog("more-dialog"),
  more: () => openDialog("more-dialog"),
  help: () => openDialog("help-dialog"),
  open: () => byId("files").click(),
  "start-files": () => byId("files").click(),
  "start-folder": () => byId("folder").click(),
  "start-paste": () => openDialog("paste-dialog"),
  save: saving.save,
  copy: saving.copy,
  share: saving.share,
  "picture-svg": saving.saveSvg,
  "picture-png": saving.savePng,
  "to-illegal": () => { autoplay.stop(); navigation.go(illegalPly()); },
  turn: () => turnBoard(),
  print: () => { byId("more-dialog").close(); print(); },
  source: () => {
    const isAsRead = positions.editor().edits() === 0;
    showSource(isAsRead ? positions.editor().source() : positions.editor().text(), isAsRead);
  },
  "to-game": () => {
    showOnly("game");
    navigation.tellAgain();
  },
  restore: () => {
    const before = saving.takeBefore();
    if (before) openText(before.text, before.name, { ...before, isRestored: true });
  },
  "paste-open": () => {
    byId("paste-dialog").close();
    openText(byId("paste-text").value, "pasted.sgf", { title: "Pasted record" });
  },
};
for (const id of Object.keys(controls)) byId(id).addEventListener("click", () => controls[id]());
// Nobody types about a position that goes away.
byId("comment-text").addEventListener("input", autoplay.stop);
slider.addEventListener("input", () => {
  autoplay.stop();
  navigation.go(navigation.line()[Number(slider.value)]);
});
// A pyramid is seen from the next corner.
const turnBoard = () => {
  if (data.game !== "margo") return;
  const views = ["iso", "iso-1", "iso-2", "iso-3"];
  byId("board-view").value = views[(views.indexOf(byId("board-view").value) + 1) % views.length];
  navigation.tellAgain();
};
// Boards for paper are those of other positions, for which the core is asked.
const printedBoard = (id) => {
  const holder = element("div");
  holder.innerHTML = positions.look(id).svg;
  return holder.firstElementChild;
};
listenToPrinting(navigation, printedBoard, panel.status);
addEventListener("beforeprint", () => { if (navigation.current() >= 0) navigation.tellAgain(); });
for (const id of ["show-coordinates", "show-last", "show-territory", "show-legal", "show-numbers", "board-theme", "board-view"]) {
  byId(id).addEventListener("change", () => navigation.tellAgain());
}

const boardKeys = {
  ArrowLeft: () => board.move(-1, 0),
  ArrowRight: () => board.move(1, 0),
  ArrowUp: () => board.move(0, -1),
  ArrowDown: () => board.move(0, 1),
  Enter: board.choose,
  " ": board.choose,
  w: editing.nextChoice,
  f: editing.finish,
  Escape: editing.cancel,
  l: () => say("legal: " + (board.legal().join(", ") || "no point")),
};
const keys = {
  ArrowLeft: controls.back,
  ArrowRight: controls.next,
  ArrowUp: () => navigation.sideways(-1),
  ArrowDown: () => navigation.sideways(1),
  Home: controls.first,
  End: controls.last,
  e: controls["next-finding"],
  b: () => boardArea.focus(),
  n: () => { byId("show-numbers").click(); },
  r: () => turnBoard(),
};
const withControl = { z: editing.undo, y: editing.redo };
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && positions.editor()) {
    // What stands in a dialog is kept first.
    if (byId("details-dialog").open) byId("details-form").requestSubmit();
    event.preventDefault();
    if (!pageRoot.querySelector("dialog[open]")) saving.save();
    return;
  }
  if (byId("game").hidden || event.altKey || pageRoot.querySelector("dialog[open]")) return;
  const isText = event.target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (event.ctrlKey || event.metaKey) {
    const action = withControl[event.key.toLowerCase()];
    if (!action || isText) return;
    event.preventDefault();
    return (event.key === "Z" ? editing.redo : action)();
  }
  const isOfControl = event.target === slider || event.target.matches("button, summary");
  const action = (event.target === boardArea && boardKeys[event.key]) || keys[event.key];
  if (!action || isText || (isOfControl && /^(Enter| )$/.test(event.key)) || (event.target === slider && /^(Arrow|Home|End)/.test(event.key))) return;
  event.preventDefault();
  action();
});

const begin = async () => {
  const module = await loadCore(byId("core").textContent);
  const collection = makeCollection(module, openText);
  const details = makeDetails(positions, editing.afterEdit);
  const newGame = makeNewGame((editor) => { guarded(() => game(editor)); });
  byId("new-game").addEventListener("click", newGame);
  byId("start-new").addEventListener("click", newGame);
  byId("edit-details").addEventListener("click", details);
  byId("show-list").addEventListener("click", collection.show);
  byId("clear-list").addEventListener("click", collection.clear);
  document.addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea")) return;
    const files = [...event.clipboardData.files].map((file) => ({ file, name: file.name }));
    if (files.length) return collection.add(files);
    const text = event.clipboardData.getData("text");
    if (text.includes("(;")) openText(text, "pasted.sgf", { title: "Pasted record" });
  });
  const ofAddress = async () => {
    const keys = new URLSearchParams(location.hash.slice(1));
    if (!keys.has("record")) return false;
    try {
      openText(await fromBase64Url(keys.get("record")), "shared.sgf", { title: "Shared record", ply: Number(keys.get("ply")) || 0, goesOn: true });
      return true;
    } catch {
      tell("The link contains no record");
      return null;
    }
  };
  addEventListener("hashchange", ofAddress);
  byId("loading").hidden = true;
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  const isOpen = await ofAddress();
  if (isOpen) return;
  const unsaved = saving.unsaved();
  if (unsaved) {
    openText(unsaved.text, unsaved.name, { ...unsaved, isRestored: true });
    tell((isOpen === null ? "The link contains no record. " : "") + "Your unsaved game is back");
  } else {
    showOnly("start");
  }
};
begin().catch((error) => {
  byId("loading").textContent = "This browser cannot run the page: " + error;
});
