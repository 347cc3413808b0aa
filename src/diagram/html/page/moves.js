// The list of moves: a move is followed by its variations, each in an indented block, then by the rest of the line.
// It is one tab stop; the keys that step through the game move the focus with them.
const makeMoves = (data, positions, navigation, panel) => {
  const { nodes } = positions;
  const DEEPEST = 8;
  const LONGEST = 280;
  const list = byId("moves");
  const buttons = new Map();
  let marked = null;

  const entry = (id) => {
    const node = nodes[id];
    const created = button(undefined, () => navigation.go(id));
    created.tabIndex = -1;
    if (node.move) {
      // The number and the stone stay on one line.
      const head = element("span", undefined, "head");
      head.append(element("span", node.ply + " ", "number"));
      if (node.player) head.append(stone(node.player), element("span", playerName(node.player) + " ", "spoken"));
      const { level = 0, captured = [], recolored = [] } = positions.effect ? positions.effect(id) : {};
      // A line ends behind a comma, not within the name of a point.
      const points = ((level > 1 ? String(level) : "") + node.move + (node.quality || "")).split(/(?<=,)/);
      created.append(head, ...points.flatMap((point, index) => (index ? [element("wbr"), point] : [point])));
      for (const [{ length: count }, sign, verb] of [[captured, "\u00d7", "captures"], [recolored, "\u21bb", "recolors"]]) {
        if (!count) continue;
        const told = element("span", "\u00a0" + sign + count, "effect");
        told.setAttribute("aria-hidden", "true");
        created.append(told, element("span", " " + verb + " " + count, "spoken"));
        created.title = (created.title ? created.title + ", " : "") + verb + " " + count;
      }
      created.classList.add(node.ply % 2 ? "odd" : "even");
    } else {
      created.append(panel.label(id));
    }
    if (node.illegal || node.findings.some((number) => data.findings[number].severity === "error")) {
      created.classList.add("illegal");
    }
    buttons.set(id, created);
    const items = [created, " "];
    const text = flowed([node.name, node.comment].filter(Boolean).join(": "));
    if (text) items.push(element("span", text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text, "remark"), " ");
    return items;
  };

  const fill = () => {
    buttons.clear();
    marked = null;
    const blocks = [];
    const block = (depth) => {
      const line = element("div", undefined, "line");
      line.style.setProperty("--depth", String(Math.min(depth, DEEPEST)));
      blocks.push(line);
      return line;
    };
    // Nodes that are still to be listed: those that are listed already only go on.
    const pending = [{ id: 0, depth: 0, isListed: false }];
    while (pending.length) {
      const { id, depth, isListed } = pending.pop();
      const line = block(depth);
      if (!isListed) line.append(...entry(id));
      for (let node = id; nodes[node].children.length;) {
        const [first, ...others] = nodes[node].children;
        line.append(...entry(first));
        node = first;
        if (others.length) {
          pending.push({ id: first, depth, isListed: true });
          for (const other of others.reverse()) pending.push({ id: other, depth: depth + 1, isListed: false });
          break;
        }
      }
    }
    list.replaceChildren(...blocks.filter((line) => line.childNodes.length));
  };

  const mark = (id) => {
    const hasFocus = list.contains(document.activeElement);
    if (marked) {
      marked.removeAttribute("aria-current");
      marked.tabIndex = -1;
    }
    marked = buttons.get(id);
    marked.setAttribute("aria-current", "step");
    marked.tabIndex = 0;
    if (hasFocus) marked.focus({ preventScroll: true });
    center();
  };
  // The marked move comes to the middle of the list. Only the list scrolls, not the page.
  const center = () => {
    if (!marked) return;
    const box = list.getBoundingClientRect();
    const own = marked.getBoundingClientRect();
    list.scrollTop += (own.top + own.bottom - box.top - box.bottom) / 2;
  };
  window.addEventListener("resize", center);
  return { fill, mark };
};
