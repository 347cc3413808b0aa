// Dialogs: a click beside one, or on its last button, closes it.
for (const dialog of pageRoot.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  for (const close of dialog.querySelectorAll(".close")) close.addEventListener("click", () => dialog.close());
}
const openDialog = (id) => {
  for (const dialog of pageRoot.querySelectorAll("dialog[open]")) dialog.close();
  byId(id).showModal();
};
// Asks before something that cannot be taken back easily; `other` is another answer and what it does.
const confirmed = (question, yes, action, other) => {
  byId("confirm-title").textContent = question;
  for (const [id, answer] of [["confirm-yes", [yes, action]], ["confirm-other", other]]) {
    byId(id).hidden = !answer;
    if (!answer) continue;
    byId(id).textContent = answer[0];
    byId(id).onclick = () => {
      byId("confirm-dialog").close();
      answer[1]();
    };
  }
  openDialog("confirm-dialog");
};

// The fields of the players of a game, of those that only some games have.
const showPlayers = (form, players) => {
  for (const field of form.querySelectorAll("[data-player]")) field.hidden = !players.includes(field.dataset.player);
};

// A new game: its rules, the board and the players.
const makeNewGame = (begin) => {
  const rulesets = JSON.parse(wasm_bindgen.rulesets());
  const choice = byId("new-ruleset");
  choice.append(...rulesets.map((ruleset) => {
    const option = element("option", ruleset.title);
    option.value = ruleset.name;
    return option;
  }));
  const chosen = () => rulesets.find((ruleset) => ruleset.name === choice.value);
  const adapt = () => {
    const { size, least, most, game, players } = chosen();
    byId("new-size").value = size;
    byId("new-sizes").textContent = least + " to " + most;
    byId("new-line-label").hidden = game !== "bamogo";
    showPlayers(byId("new-form"), players);
  };
  choice.addEventListener("change", adapt);
  adapt();
  byId("new-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const value = (id) => byId(id).value.trim();
    const now = new Date();
    const two = (number) => String(number).padStart(2, "0");
    const game = {
      ruleset: choice.value,
      size: value("new-size"),
      black: value("new-black"),
      white: value("new-white"),
      grey: chosen().players.includes("G") ? value("new-grey") : "",
      yellow: chosen().players.includes("Y") ? value("new-yellow") : "",
      date: [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-"),
      line: chosen().game === "bamogo" ? value("new-line") : "",
    };
    try {
      begin(wasm_bindgen.Editor.create(JSON.stringify(game)));
      byId("new-dialog").close();
    } catch (error) {
      byId("new-error").textContent = String(error);
    }
  });
  return () => {
    byId("new-error").textContent = "";
    // The names are often the same again, a line of pairs is not.
    byId("new-line").value = "";
    openDialog("new-dialog");
    choice.focus();
  };
};

// The players and the result, as the root of the record tells them.
const makeDetails = (positions, edited) => {
  const form = byId("details-form");
  const inputs = () => [...form.querySelectorAll("label:not([hidden]) > input")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const details = inputs().map((input) => [input.name, input.value.trim()]);
    const refused = JSON.parse(positions.editor().refusedDetail(JSON.stringify(details)));
    byId("details-error").textContent = refused ? refused[1] : "";
    if (refused) return inputs().find((input) => input.name === refused[0])?.focus();
    for (const [name, value] of details) positions.editor().setDetail(name, value);
    byId("details-dialog").close();
    return edited();
  });
  return () => {
    byId("details-error").textContent = "";
    showPlayers(form, positions.data.players);
    for (const input of inputs()) input.value = positions.editor().detail(input.name);
    openDialog("details-dialog");
  };
};
