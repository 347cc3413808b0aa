// Puts the parts together: buttons, keys, and the first position.
const data = JSON.parse(byId("data").textContent);
const positions = recordPositions(data);
const navigation = makeNavigation(positions);
const autoplay = makeAutoplay(navigation);
const board = makeBoard(data, positions);
const panel = makePanel(data, positions, navigation);
const moves = makeMoves(data, positions, navigation, panel);
const menu = makeMenu(data, positions, navigation, board, panel);
const address = makeAddress(positions, navigation);

const slider = byId("slider");
// A step by hand ends the autoplay.
const byHand = (action) => (...values) => {
  autoplay.stop();
  return action(...values);
};
const step = byHand(navigation.step);
const hand = {
  first: byHand(navigation.first),
  back: () => step(-1),
  next: () => step(1),
  last: byHand(navigation.last),
  "next-finding": byHand(panel.nextFinding),
  play: autoplay.toggle,
};
for (const id of Object.keys(hand)) byId(id).addEventListener("click", hand[id]);
slider.addEventListener("input", () => {
  autoplay.stop();
  navigation.go(navigation.line()[Number(slider.value)]);
});
listenToBoard(board, step);
byId("moves").addEventListener("click", autoplay.stop);
byId("branches").addEventListener("click", autoplay.stop);

const keys = {
  ArrowLeft: hand.back,
  ArrowRight: hand.next,
  ArrowUp: byHand(() => navigation.sideways(-1)),
  ArrowDown: byHand(() => navigation.sideways(1)),
  Home: hand.first,
  End: hand.last,
  " ": autoplay.toggle,
  "+": () => autoplay.faster(1),
  "-": () => autoplay.faster(-1),
  e: hand["next-finding"],
  c: () => menu.toggle("show-coordinates"),
  l: () => menu.toggle("show-last"),
  n: () => menu.toggle("show-numbers"),
  t: () => menu.toggle("show-territory"),
  r: board.turn,
  d: menu.toggleDark,
  m: menu.showMenu,
  "?": menu.showKeys,
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const action = keys[event.key];
  const isSlider = event.target === slider;
  const isButton = event.target instanceof HTMLButtonElement || event.target.tagName === "SUMMARY";
  // The slider handles its own keys, and a button its space bar.
  if (!action || (isSlider && /^(Arrow|Home|End|Page)/.test(event.key)) || (isButton && event.key === " ")) return;
  event.preventDefault();
  action();
});

moves.fill();
panel.listFindings();
navigation.listen((id) => {
  board.show(id);
  board.reveal(positions.effect(id).level);
  board.describe(id, panel.status(id));
  panel.describe(id);
  moves.mark(id);
  showPlace(navigation, id, panel.label(id));
});
const named = address.read(location.hash);
navigation.go(named === undefined ? positions.initial : named);
menu.refresh();
// The address changes with the first step.
navigation.listen(address.write);
