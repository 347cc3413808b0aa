// Positions from the core: what `recordPositions` of the viewer offers, for a record that changes.
const makeCorePositions = (viewOptions) => {
  // What is known of the record and of each node. Other parts keep these objects.
  const data = { nodes: [], findings: [], black: "", white: "", has_button: false, neutral: false };
  const { nodes } = data;
  let editor = null;
  let view = null;

  // Reads the tree again, after an edit.
  const update = () => {
    const { nodes: read, ...rest } = JSON.parse(editor.tree());
    nodes.length = 0;
    for (const node of read) nodes.push(node);
    Object.assign(data, rest);
  };
  const open = (opened) => {
    if (editor) editor.free();
    editor = opened;
    update();
  };
  const path = (id) => {
    const line = [id];
    while (line[0] !== 0) line.unshift(nodes[line[0]].parent);
    return line;
  };
  const isMain = (id) => path(id).slice(1).every((node) => nodes[nodes[node].parent].children[0] === node);
  // Goes to a node and looks at its position.
  const look = (id) => {
    editor.goTo(id);
    view = JSON.parse(editor.view(JSON.stringify(viewOptions())));
    const { to_move, status, score, final_score, button: holder, illegal } = view;
    Object.assign(nodes[id], { to_move, status, score, final_score, button: holder, illegal: nodes[id].illegal || illegal });
    if (view.behind && !nodes[id].illegal) nodes[id].status = "Not checked, because an earlier ply is illegal";
    if (view.move) nodes[id].move = view.move;
    return view;
  };
  const state = () => ({
    pieces: new Map(view.pieces.map((one) => [one.at, one])),
    captured: { B: view.captured[0], W: view.captured[1], G: view.captured[2], Y: view.captured[3] },
    pairs: view.pairs,
  });
  return { data, nodes, open, update, path, isMain, look, state, editor: () => editor, view: () => view };
};
