// Playing and editing: what clicks, keys and buttons do to the record.
const makeEditing = ({ positions, navigation, board, say, changed }) => {
  const { data } = positions;
  const COLORS = { R: "red", G: "green", B: "blue" };
  const WALLS = {
    e: ["\u2192", "east"], ne: ["\u2197", "north-east"], nw: ["\u2196", "north-west"],
    w: ["\u2190", "west"], sw: ["\u2199", "south-west"], se: ["\u2198", "south-east"],
  };
  const EXAMPLES = { bargo: "d4/ne", sygo: "d4, or d4,g7", ugo: "d4, or Kd4", bamogo: "Rd4,Gd5, or d4<>d5", margo: "c5" };
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
      const isDuel = data.players.length === 2;
      // Some rulesets of Margo have a pass.
      const isOfGame = {
        pass: !["bamogo", "margo"].includes(data.game) || others.has("pass"), button: data.has_button,
        swap: data.game === "margo" && isDuel, resign: isDuel,
      }[name];
      control.hidden = !isOfGame || playable.over;
      offerButton(control, others.has(name) || control.hidden ? null : JSON.parse(editor().whyNot(name)));
    }
    byId("finish").hidden = !playable.complete;
    byId("typed").disabled = playable.over;
    byId("typed").placeholder = "Type a move, as " + EXAMPLES[data.game];
    byId("undo").disabled = !editor().canUndo();
    byId("redo").disabled = !editor().canRedo();
  };
  // A button that is gray says why, also when it is chosen.
  const offerButton = (control, refused) => {
    for (const [name, text] of [["aria-disabled", "true"], ["title", refused && reason(refused)], ["aria-description", refused && reason(refused)]]) {
      if (refused) control.setAttribute(name, text);
      else control.removeAttribute(name);
    }
  };
  // What there is to choose at some point: in Ugo nothing, since a king is played only where no stone may be.
  const alternatives = () => {
    const open = playable.points.filter((point) => point.choices && point.choices.length > 1);
    return [...new Set(open.flatMap((point) => point.choices))];
  };
  const showChoices = () => {
    const box = byId("choice");
    if (data.game === "bargo") return showWalls(box);
    const offered = alternatives();
    box.hidden = offered.length < 2;
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

  // The walls of the cell that is picked.
  const showWalls = (box) => {
    const point = board.picked();
    box.hidden = !point;
    box.replaceChildren(...(point ? Object.keys(WALLS).filter((wall) => point.choices.includes(wall)) : [])
      .map((wall) => {
        const [arrow, name] = WALLS[wall];
        const created = button(arrow, () => act(point, wall));
        created.title = "Wall " + name;
        created.setAttribute("aria-label", "Wall " + name);
        return created;
      }));
  };

  const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const reason = (answer) => "Not legal: " + answer.message + (answer.help ? ". " + sentence(answer.help) : "") + (answer.code ? " (" + answer.code + ")" : "");
  const told = (answer) => {
    if (answer.done === "refused") {
      say(reason(answer), true);
    } else if (answer.done === "chosen") {
      refreshInput();
    } else {
      afterEdit();
      say(saidOf(answer));
    }
    return answer;
  };
  const saidOf = ({ mv, captured = [], recolored = [], in_place: isInPlace }) => {
    const view = positions.view();
    const node = positions.nodes[view.node];
    const gone = (node.player ? playerName(node.player) + " " + mv : mv)
      + (captured.length ? ", captured: " + captured.join(" ") : "") + (recolored.length ? ", recolored: " + recolored.join(" ") : "")
      + (mv === "swap" ? ": the players have exchanged their colors" : "");
    const next = view.to_move ? ". " + playerName(view.to_move) + " to move" : "";
    const kept = isInPlace ? ". The illegal ply is kept beside this one: Main line makes yours the main line" : "";
    const side = view.over && !positions.isMain(view.node) ? ". This is a variation: Main line makes it the game" : "";
    return gone + next + (view.status ? ". " + view.status : "") + kept + side;
  };
  // The position is the same, and its move is not complete.
  const refreshInput = () => {
    navigation.tellAgain();
    if (!playable.chosen.length) return say("nothing is chosen");
    const isOpen = playable.points.some((point) => point.open);
    const again = isOpen ? ". Put another stone, or finish the turn" : ". No other stone can be put: finish the turn";
    const next = data.game === "sygo" ? again : ". Choose the second point";
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
    if (board.picked()) {
      board.pick(null);
      return say("nothing is chosen");
    }
    if (!playable.chosen.length) return;
    editor().cancel();
    navigation.tellAgain();
    say("taken back");
  };
  const finish = () => { if (playable.complete) told(JSON.parse(editor().finish())); };
  const nextChoice = () => {
    if (board.nextChoice()) return;
    const names = alternatives();
    if (names.length < 2) return;
    wanted = names[(names.indexOf(wanted || names[0]) + 1) % names.length];
    showChoices();
    say(COLORS[wanted] || wanted);
  };

  for (const [id, move] of [["pass", "pass"], ["take-button", "button"], ["swap", "swap"]]) {
    byId(id).addEventListener("click", () => type(move));
  }
  byId("resign").addEventListener("click", () => byId("resign").hasAttribute("aria-disabled") ? type("resign") : confirmed("Resign? The other player wins.", "Resign", () => type("resign")));
  byId("remove-illegal").addEventListener("click", () => byId("remove").click());
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
  // A comment is kept while it is typed, as one edit.
  const IDLE = 600;
  let typing = null;
  let kept = null;
  const keepComment = () => {
    if (typing === null) return;
    clearTimeout(typing);
    typing = null;
    const now = () => editor().cursor() + " " + editor().edits();
    if (kept === now() && !playable.chosen.length) editor().undo();
    editor().setComment(byId("comment-text").value);
    kept = now();
    afterEdit();
  };
  byId("comment-text").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(keepComment, IDLE);
  });
  byId("comment-text").addEventListener("change", () => {
    typing = typing ?? 0;
    keepComment();
    kept = null;
  });
  // The position that is left, with the points of a move that is not complete.
  let shown = { node: 0, chosen: [] };
  const arrive = (node) => {
    const { node: before, chosen } = shown;
    shown = { node, chosen: playable.chosen };
    if (node === before) return;
    // What was typed there was for that position.
    byId("typed").value = "";
    const verb = chosen.length === 1 ? " is" : " are";
    say(chosen.length ? "The move was not complete: " + chosen.join(", ") + verb + " taken back" : "");
  };
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
  return {
    offer, act, drag, type, undo, redo, cancel, finish, nextChoice, choiceAt, afterEdit, keepComment, showChoices, arrive,
    chosen: () => playable.chosen,
  };
};
