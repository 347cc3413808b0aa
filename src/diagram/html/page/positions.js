// Where positions come from. The rest of the viewer knows only the object that `recordPositions` returns:
//   nodes             what is known of each node: parent, children, ply, move, player, quality, name, comment, illegal,
//                     unchecked, findings, to_move, status, score, final_score, button
//   initial           the node to begin with
//   state(id)         the pieces by location, each with its owner and the ply that placed it; how many pieces of each
//                     player have been captured; and the pairs left in the line of Bamogo
//   shapes(id, turn)  the indices of the shapes that the board shows, seen from the corner with this number
//   effect(id)        what the move has done: level, and the places captured and recolored; not all sources have it
//   record(id)        the position as a record of its own
// Another source, such as rules that play on, can take its place.
const recordPositions = (data) => {
  const nodes = data.nodes;
  nodes.forEach((node, index) => {
    node.children = [];
    node.findings = node.findings || [];
    if (node.parent === undefined) node.parent = Math.max(index - 1, 0);
    const before = index === 0 ? 0 : nodes[node.parent].ply;
    if (node.ply === undefined) node.ply = before + (node.player ? 1 : 0);
    if (index === 0) return;
    nodes[node.parent].children.push(index);
    if (node.button === undefined) node.button = nodes[node.parent].button;
  });

  const path = (id) => {
    const line = [];
    for (let node = id; node >= 0; node = node === 0 ? -1 : nodes[node].parent) line.push(node);
    return line.reverse();
  };

  const turned = data.turned || [];
  const shapes = (id, turn) => {
    const visible = new Set();
    for (const step of path(id)) {
      const { hide, show } = turn ? { hide: turned[turn - 1].hide[step], show: turned[turn - 1].show[step] } : nodes[step];
      for (const shape of hide || []) visible.delete(shape);
      for (const shape of show || []) visible.add(shape);
    }
    return visible;
  };

  // `BKd4` is a piece of Black and is set up as `Kd4`, at d4; `B1c3` lies at 1c3, `Bc4/ne` at c4.
  const piece = (text) => ({
    owner: text[0],
    written: text.slice(1),
    at: text.slice(1).replace(/^[A-Z]/, "").replace(/\/.*/, ""),
  });
  const words = (text) => (text ? text.split(" ") : []);

  const state = (id) => {
    const pieces = new Map();
    const captured = { B: 0, W: 0, G: 0, Y: 0 };
    let pairs = null;
    for (const step of path(id)) {
      const node = nodes[step];
      if (node.setup !== undefined) {
        pieces.clear();
        for (const text of words(node.setup)) pieces.set(piece(text).at, piece(text));
        pairs = node.line === undefined ? null : words(node.line);
      }
      const removed = new Map();
      for (const change of words(node.change)) {
        const changed = piece(change.slice(1));
        if (change[0] === "-") {
          removed.set(changed.at, pieces.get(changed.at));
          pieces.delete(changed.at);
        } else {
          // A stone that gets another color keeps its number.
          const before = data.neutral ? undefined : removed.get(changed.at);
          changed.number = before ? before.number : node.ply;
          removed.delete(changed.at);
          pieces.set(changed.at, changed);
        }
      }
      for (const gone of removed.values()) if (gone && gone.owner in captured) captured[gone.owner] += 1;
    }
    const left = nodes[id].pairs_left;
    if (pairs && left !== undefined) pairs = left === 0 ? [] : pairs.slice(-left);
    return { pieces, captured, pairs };
  };

  // What a move has done: the level of a marble above the first, and the places of the pieces it has captured and recolored.
  const effect = (id) => {
    const changes = words(nodes[id].change);
    const at = (sign) => changes.filter((change) => change[0] === sign).map((change) => piece(change.slice(1)).at);
    const [added, removed] = [at("+"), at("-")];
    const [, level] = added.length === 1 && /^(\d+)[a-z]/.exec(added[0]) || [];
    if (data.neutral) return {};
    return {
      level: Number(level || 0),
      captured: removed.filter((one) => !added.includes(one)),
      recolored: removed.filter((one) => added.includes(one)),
    };
  };

  const record = (shown) => {
    // Behind an illegal ply the board shows the position before it, as at that ply.
    const id = path(shown).filter((step) => !nodes[step].unchecked).pop() || 0;
    const node = nodes[id];
    // Connected sides of Bamogo cannot be set up: the move that connects them follows the position before it.
    if (data.neutral && node.to_move === undefined) {
      const last = path(id).filter((step) => nodes[step].player && !nodes[step].illegal && !nodes[step].unchecked).pop();
      if (last) return record(nodes[last].parent).slice(0, -2) + ";" + nodes[last].player + "[" + nodes[last].move + "])\n";
    }
    const { pieces, pairs } = state(id);
    const list = (name, owner) => {
      const own = [...pieces.values()].filter((one) => one.owner === owner).map((one) => "[" + one.written + "]");
      return own.length ? name + own.join("") : "";
    };
    const value = (name, text) => (text ? name + "[" + text + "]" : "");
    return "(;FF[4]" + data.root + "RE[?]" + list("AB", "B") + list("AW", "W") + list("AG", "G") + list("AY", "Y") + list("STONES", "S")
      + value("PL", node.to_move || node.to_move_at_end) + value("BUTTON", node.button) + value("GROWN", node.grown && "1")
      + (pairs ? "LINE[" + pairs.join(" ") + "]" : "") + ")\n";
  };

  return { nodes, initial: data.initial, path, shapes, state, effect, record };
};
