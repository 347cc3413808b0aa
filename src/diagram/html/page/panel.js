// What is told beside the board.
const makePanel = (data, positions, navigation) => {
  const { nodes } = positions;
  const label = (id) => {
    const node = nodes[id];
    if (!node.move) return id === 0 ? "Start" : "no move";
    return node.ply + " " + node.move + (node.quality || "");
  };
  // The ply, the move and whose turn it is, in a line.
  const status = (id) => {
    const node = nodes[id];
    let text = node.ply === 0 ? "Start" : "Ply " + node.ply;
    const { level = 0, captured = [] } = positions.effect ? positions.effect(id) : {};
    if (node.move) text += ": " + playerName(node.player) + " " + (level > 1 && !/^\d/.test(node.move) ? level : "") + node.move;
    // Seen from a corner, they may have been behind others.
    if (data.turned && captured.length) text += ", captures " + (captured.length > 12 ? captured.length : captured.join(" "));
    if (node.damaged) text += ". The record is damaged here";
    else if (node.illegal) text += " is illegal; the board shows the position before it";
    if (node.to_move) text += ". " + playerName(node.to_move) + " to move";
    if (node.status) text += ". " + node.status;
    return text;
  };

  const describePlayers = (node, captured) => {
    const players = [...(data.players || "BW")];
    byId("players").replaceChildren(...players.map((letter) => {
      const row = element("div", undefined, "player");
      const name = data[playerName(letter).toLowerCase()] || playerName(letter);
      const isNext = node.to_move === letter;
      row.classList.toggle("to-move", isNext);
      row.append(stone(letter), element("span", name, "name"));
      if (name !== playerName(letter)) row.append(element("span", "(" + playerName(letter) + ")", "spoken"));
      // What a player has captured are the pieces of the other; of several others nobody knows who has.
      const isDuel = players.length === 2;
      const count = captured[isDuel ? (letter === "B" ? "W" : "B") : letter];
      // The line is there before there is anything on it, so that the board does not move.
      const facts = element("span", undefined, "facts");
      if (count) facts.append(element("span", (isDuel ? "captured " : "lost ") + count, "fact"));
      if (node.button === letter) facts.append(element("span", "button", "fact button"));
      if (!data.neutral) row.append(facts);
      if (isNext) row.append(element("span", "to move", "spoken"));
      return row;
    }));
    const notes = [];
    const free = node.status ? "" : "Nobody has taken the button.";
    if (data.has_button) notes.push(node.button ? playerName(node.button) + " has taken the button." : free);
    if (node.opportunity) notes.push(node.opportunity);
    // Below the board, if there is a place, or else always a line, so that what follows does not move.
    const text = notes.filter(Boolean).join(" ");
    if (byId("note")) byId("note").textContent = text;
    else if (notes.length) byId("players").append(element("div", text, "note"));
  };

  const describeLine = (pairs) => {
    if (!pairs) return byId("line").replaceChildren();
    const SHOWN = 8;
    const shown = pairs.slice(0, SHOWN).map((pair) => {
      const item = element("span", undefined, "pair");
      item.append(...[...pair].map((letter) => element("span", letter, "neutral " + letter)));
      return item;
    });
    const rest = pairs.length - shown.length;
    byId("line").replaceChildren(element("span", pairs.length ? "Next pairs" : "No pair is left"), ...shown,
      element("span", rest > 0 ? "and " + rest + " more" : ""));
  };

  const describe = (id) => {
    const node = nodes[id];
    const { captured, pairs } = positions.state(id);
    describePlayers(node, captured);
    describeLine(pairs);
    byId("problems").replaceChildren(...node.findings.map((number) => data.findings[number]).map((finding) => {
      const item = element("div", undefined, "finding " + finding.severity);
      item.append(element("p", finding.message));
      if (finding.help) item.append(element("p", finding.help));
      item.append(element("p", finding.code, "code"));
      return item;
    }));
    byId("comment").textContent = flowed([node.name, node.comment].filter(Boolean).join("\n"));
    byId("comment").scrollTop = 0;
    byId("status").textContent = status(id);
    // A resigned game is not counted.
    const score = node.final_score
      || (node.score && !node.status ? "Score now: " + node.score.map((points, color) => playerName("BWGY"[color]) + " " + points).join(" · ") : "");
    byId("score").replaceChildren(...(score ? score.split(" · ").map((part) => element("span", part)) : []));
    const branches = node.children.length > 1 ? node.children : [];
    byId("branches").replaceChildren(...(branches.length ? [element("span", "Continue with")] : []),
      ...branches.map((child) => button(label(child), () => navigation.go(child))));
  };

  const listFindings = () => {
    const box = byId("all-findings");
    box.hidden = byId("next-finding").hidden = data.findings.length === 0;
    const count = (severity) => data.findings.filter((finding) => finding.severity === severity).length;
    const counts = ["error", "warning"].filter(count).map((severity) => plural(count(severity), severity));
    box.querySelector("summary").textContent = counts.join(", ");
    box.querySelector("ul").replaceChildren(...data.findings.map((finding) => {
      const item = element("li", undefined, finding.severity);
      item.append(button(label(finding.node), () => navigation.go(finding.node)), " " + finding.message);
      return item;
    }));
  };
  // The next node with a finding, errors first, and after the last one the first again.
  const nextFinding = () => {
    const hasErrors = data.findings.some((finding) => finding.severity === "error");
    const found = data.findings.filter((finding) => !hasErrors || finding.severity === "error");
    const places = [...new Set(found.map((finding) => finding.node))].sort((one, other) => one - other);
    const after = places.find((node) => node > navigation.current());
    navigation.go(after === undefined ? places[0] : after);
  };
  return { describe, label, listFindings, nextFinding, status };
};
