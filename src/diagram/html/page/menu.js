// The menu: what is shown, what can be taken along, and print.
const makeMenu = (data, positions, navigation, board, panel) => {
  const menu = byId("menu");
  const keys = byId("keys");
  const name = () => {
    let name = location.pathname.split("/").pop() || "";
    try {
      name = decodeURIComponent(name);
    } catch {
      // It is not in UTF-8, and stays as it is in the address.
    }
    return name.replace(/\.html?$/i, "") || "game";
  };

  const copyPosition = () => copyText(positions.record(navigation.current()), "The position is in the clipboard");
  const image = (id) => board.copy(id, panel.status(id));
  const downloadImage = () => {
    const id = navigation.current();
    const text = new XMLSerializer().serializeToString(image(id));
    download(text + "\n", "image/svg+xml", name() + "-" + positions.nodes[id].ply + ".svg");
  };

  if (board.hasImage) listenToPrinting(navigation, image, panel.status);

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
    "download-record": () => downloadRecord(data.record + "\n", name() + ".sgf"),
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
