// Elements of the page, or of the part of one that is the viewer. All text of the record is set as text, never as markup.
const byId = (id) => pageRoot.getElementById(id);
const element = (name, text, className) => {
  const created = document.createElement(name);
  if (text !== undefined) created.textContent = text;
  if (className) created.className = className;
  return created;
};
const button = (text, action) => {
  const created = element("button", text);
  created.type = "button";
  if (action) created.addEventListener("click", action);
  return created;
};
const playerName = (letter) => ({ B: "Black", W: "White", G: "Grey", Y: "Yellow" })[letter];
const stone = (letter) => {
  const icon = element("span", "", "stone " + playerName(letter).toLowerCase());
  icon.setAttribute("aria-hidden", "true");
  return icon;
};
// The pieces of each player in words, for those who do not see the board.
const piecesInWords = (pieces) => {
  const names = { B: "Black: ", W: "White: ", G: "Grey: ", Y: "Yellow: ", S: "Stones: " };
  const lists = Object.keys(names).map((owner) => {
    const own = pieces.filter((one) => one.owner === owner).map((one) => one.written);
    return own.length ? names[owner] + own.join(" ") : "";
  });
  return lists.filter(Boolean).join(". ");
};
// A text without the line breaks behind long lines, which were made to fit somewhere.
const flowed = (text) => text.replace(/([^\n]{50})\n(?=[^\n])/g, "$1 ");
const plural = (number, name) => number + " " + name + (number === 1 ? "" : "s");
// A message that goes away by itself.
const tell = (text) => {
  const message = byId("message");
  message.textContent = text;
  message.hidden = false;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { message.hidden = true; }, 2500);
};
