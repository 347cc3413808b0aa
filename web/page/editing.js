// Playing and editing: what clicks, keys and buttons do to the record.
const makeEditing = ({ positions, navigation, board, say, changed }) => {
  const { data } = positions;
  const COLORS = { R: "red", G: "green", B: "blue" };
  let playable = { points: [], others: [], chosen: [], complete: false, over: false };
  // What the player wants besides a point: `king`, or a color.
  let wanted = null;
  const editor = () => positions.editor();

  const choiceAt = (point) => {
    const choices = point.choices || [];
    return choices.includes(wanted) ? wanted : choices[0] || "";
  };
  const isMarking = () => byId("mark").value !== "";

  // After a position has been shown: what can be played there.
  const offer = () => {
    playable = JSON.parse(editor().playable());
    board.offer(playable, isMarking());
    showChoices();
    const others = new Set(playable.others);
    for (const [id, name] of [["pass", "pass"], ["take-button", "button"], ["swap", "swap"], ["resign", "resign"]]) {
      const control = byId(id);
      const isOfGame = { pass: !["bamogo", "margo"].includes(data.game), button: data.has_button, swap: data.game === "margo", resign: true }[name];
      control.hidden = !isOfGame || playable.over;
      control.disabled = !others.has(name);
    }
    byId("finish").hidden = !playable.complete;
    byId("typed").disabled = playable.over;
  };
  const showChoices = () => {
    const offered = [...new Set(playable.points.flatMap((point) => point.choices || []))];
    const box = byId("choice");
    box.hidden = data.game === "bargo" || offered.length < 2;
    if (box.hidden) return box.replaceChildren();
    if (!offered.includes(wanted)) wanted = null;
    const current = wanted || offered[0];
    box.replaceChildren(...offered.map((name) => {
      const created = button(undefined, () => { wanted = name; showChoices(); });
      if (data.game === "bamogo") created.append(element("span", name, "neutral " + name), " ");
      created.append(COLORS[name] || name);
      created.setAttribute("aria-pressed", String(name === current));
      return created;
    }));
  };

  const told = (answer) => {
    if (answer.done === "refused") {
      say("Not legal: " + answer.message + (answer.help ? ". " + answer.help : "") + (answer.code ? " (" + answer.code + ")" : ""), true);
    } else if (answer.done === "chosen") {
      refreshInput();
    } else {
      afterEdit();
      say(saidOf(answer.mv));
    }
    return answer;
  };
  const saidOf = (mv) => {
    const view = positions.view();
    const node = positions.nodes[view.node];
    const gone = node.player ? playerName(node.player) + " " + mv : mv;
    const next = view.to_move ? ". " + playerName(view.to_move) + " to move" : "";
    return gone + next + (view.status ? ". " + view.status : "");
  };
  // The position is the same, and its move is not complete.
  const refreshInput = () => {
    navigation.tellAgain();
    if (!playable.chosen.length) return say("nothing is chosen");
    const next = data.game === "sygo" ? ". Put another stone, or finish the turn" : ". Choose the second point";
    say("chosen: " + playable.chosen.join(", ") + next);
  };
  const afterEdit = () => {
    positions.update();
    changed();
    const cursor = editor().cursor();
    if (!navigation.go(cursor)) navigation.tellAgain();
  };

  const act = (point, wall) => {
    if (isMarking()) {
      const letters = byId("mark").value;
      editor().mark(point.column, point.row, letters, byId("label-text").value || "A");
      if (letters === "LB") nextLabel();
      return afterEdit();
    }
    told(JSON.parse(editor().choose(point.column, point.row, wall || choiceAt(point))));
  };
  const nextLabel = () => {
    const input = byId("label-text");
    if (/^[A-Ya-y]$/.test(input.value)) input.value = String.fromCharCode(input.value.charCodeAt(0) + 1);
    else if (/^\d{1,3}$/.test(input.value)) input.value = String(Number(input.value) + 1);
  };
  const drag = (from, to) => {
    if (isMarking()) return;
    editor().cancel();
    const answer = told(JSON.parse(editor().choose(from.column, from.row, choiceAt(from))));
    if (answer.done !== "chosen") return;
    const target = playable.points.find((point) => point.at === to.at);
    const second = told(JSON.parse(editor().choose(to.column, to.row, choiceAt(target))));
    if (second.done === "refused") {
      editor().cancel();
      navigation.tellAgain();
    }
  };
  const type = (text) => told(JSON.parse(editor().play(text)));
  const undo = () => {
    if (!editor().undo()) return say("nothing to undo");
    afterEdit();
    say("undone");
  };
  const redo = () => {
    if (!editor().redo()) return say("nothing to redo");
    afterEdit();
    say("done again");
  };
  const cancel = () => {
    if (!playable.chosen.length) return;
    editor().cancel();
    navigation.tellAgain();
    say("taken back");
  };
  const finish = () => { if (playable.complete) told(JSON.parse(editor().finish())); };
  const nextChoice = () => {
    if (board.nextChoice()) return;
    const names = [...new Set(playable.points.flatMap((point) => point.choices || []))];
    if (names.length < 2) return;
    wanted = names[(names.indexOf(wanted || names[0]) + 1) % names.length];
    showChoices();
    say(COLORS[wanted] || wanted);
  };

  for (const [id, move] of [["pass", "pass"], ["take-button", "button"], ["swap", "swap"]]) {
    byId(id).addEventListener("click", () => type(move));
  }
  byId("resign").addEventListener("click", () => confirmed("Resign? The other player wins.", "Resign", () => type("resign")));
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("finish").addEventListener("click", finish);
  byId("type-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = byId("typed").value.trim();
    if (typed && type(typed).done === "played") byId("typed").value = "";
    byId("completions").replaceChildren();
  });
  byId("typed").addEventListener("input", () => {
    const found = JSON.parse(editor().completions(byId("typed").value)).slice(0, 50);
    byId("completions").replaceChildren(...found.map((text) => {
      const option = element("option");
      option.value = text;
      return option;
    }));
  });
  byId("comment-text").addEventListener("change", () => {
    editor().setComment(byId("comment-text").value);
    afterEdit();
  });
  byId("mark").addEventListener("change", () => {
    byId("label-label").hidden = byId("mark").value !== "LB";
    board.offer(playable, isMarking());
  });
  byId("promote").addEventListener("click", () => {
    if (editor().promote()) afterEdit();
    else say("this is the main line");
  });
  byId("remove").addEventListener("click", () => {
    if (editor().remove()) { afterEdit(); say("removed; undo brings it back"); }
    else say("the start cannot be removed");
  });
  return { offer, act, drag, type, undo, redo, cancel, finish, nextChoice, choiceAt, afterEdit };
};
