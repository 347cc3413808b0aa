// The menu: what is shown, what can be taken along, and print.
const makeMenu = (data, positions, navigation, board, panel) => {
  const menu = byId("menu");
  const keys = byId("keys");
  const name = () => decodeURIComponent(location.pathname.split("/").pop() || "").replace(/\.html?$/i, "") || "game";

  const save = (text, type, fileName) => {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const copyPosition = async () => {
    const text = positions.record(navigation.current());
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without permission, the way of older browsers.
      const area = element("textarea", text);
      (menu.open ? menu : document.body).append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    tell("The position is in the clipboard");
  };
  // The mark at the beginning says that the file is UTF-8, whatever `CA` says.
  const downloadRecord = () => {
    const isAscii = /^[\x00-\x7f]*$/.test(data.record);
    save((isAscii ? "" : "\ufeff") + data.record + "\n", "application/x-go-sgf", name() + ".sgf");
  };
  const image = (id) => board.copy(id, panel.status(id));
  const downloadImage = () => {
    const id = navigation.current();
    const text = new XMLSerializer().serializeToString(image(id));
    save(text + "\n", "image/svg+xml", name() + "-" + positions.nodes[id].ply + ".svg");
  };

  // Boards for paper: some of the line, and its end.
  const MOST_BOARDS = 12;
  const printBoards = () => {
    if (!board.hasImage) return;
    const line = navigation.line();
    const every = Math.max(30, Math.ceil(line.length / MOST_BOARDS / 10) * 10);
    const chosen = line.filter((id, index) => index > 0 && index % every === 0 || index === line.length - 1
      || id === navigation.current());
    byId("printed").replaceChildren(...chosen.map((id) => {
      const figure = element("figure");
      figure.append(image(id), element("figcaption", panel.status(id)));
      return figure;
    }));
  };
  addEventListener("beforeprint", printBoards);
  addEventListener("afterprint", () => byId("printed").replaceChildren());

  const { toggleDark } = makeTheme();
  const refresh = () => board.setLayers();
  const toggle = (id) => {
    byId(id).checked = !byId(id).checked;
    refresh();
  };
  for (const id of ["show-coordinates", "show-last", "show-numbers", "show-territory"]) {
    byId(id).addEventListener("change", refresh);
  }
  byId("download-record").hidden = data.record === undefined;
  byId("show-numbers").parentElement.hidden = !data.axes;
  byId("show-territory").parentElement.hidden = data.neutral;
  for (const one of [byId("turn"), byId("turn-key")]) one.hidden = !board.canTurn;
  const level = byId("level");
  byId("level-choice").hidden = board.top < 2;
  level.max = String(board.top);
  level.value = level.max;
  const showLevel = () => {
    byId("level-shown").textContent = level.value;
    board.setLevel(Number(level.value));
  };
  level.addEventListener("input", showLevel);
  showLevel();

  const open = (dialog) => {
    menu.close();
    keys.close();
    dialog.showModal();
  };
  const actions = {
    "open-menu": () => open(menu),
    "close-menu": () => menu.close(),
    "show-keys": () => open(keys),
    "close-keys": () => keys.close(),
    turn: board.turn,
    theme: toggleDark,
    "copy-position": copyPosition,
    "download-record": downloadRecord,
    "download-image": downloadImage,
    print: () => { menu.close(); print(); },
  };
  for (const id of Object.keys(actions)) byId(id).addEventListener("click", actions[id]);
  // A click beside a dialog closes it.
  for (const dialog of [menu, keys]) {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }
  return { toggle, toggleDark, showMenu: () => open(menu), showKeys: () => open(keys), refresh };
};
