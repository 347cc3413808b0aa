"use strict";
// Steps through a record. All text of the record is set as text, never as markup; the
// board contains the shapes of all positions, and a step only hides and shows them.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = data.nodes;
  const byId = (id) => document.getElementById(id);
  const shapes = Array.from(document.querySelectorAll("#board [h]"));
  const buttons = new Map();
  // The child that was visited last, so that stepping forward stays in its line.
  const visitedChild = new Map();
  let current = -1;
  let timer = null;

  nodes.forEach((node, index) => {
    node.children = [];
    if (index > 0) nodes[node.parent].children.push(index);
  });

  const path = (index) => {
    const line = [];
    for (let node = index; node >= 0; node = node === 0 ? -1 : nodes[node].parent) line.push(node);
    return line.reverse();
  };
  const following = (index) => {
    const children = nodes[index].children;
    if (children.length === 0) return -1;
    const visited = visitedChild.get(index);
    return visited === undefined ? children[0] : visited;
  };
  const wholeLine = (index) => {
    const line = path(index);
    for (let node = following(index); node >= 0; node = following(node)) line.push(node);
    return line;
  };

  // The shapes of a position: what the nodes on its path show and hide.
  const shapesOf = (index) => {
    const visible = new Set();
    for (const node of path(index)) {
      for (const shape of nodes[node].hide) visible.delete(shape);
      for (const shape of nodes[node].show) visible.add(shape);
    }
    return visible;
  };
  let shown = new Set();
  shapes.forEach((shape, index) => {
    if (shape.getAttribute("h") === "0") shown.add(index);
  });
  const draw = (index) => {
    const visible = shapesOf(index);
    for (const shape of shown) if (!visible.has(shape)) shapes[shape].setAttribute("h", "1");
    for (const shape of visible) if (!shown.has(shape)) shapes[shape].setAttribute("h", "0");
    shown = visible;
  };

  const element = (name, text, className) => {
    const created = document.createElement(name);
    if (text !== undefined) created.textContent = text;
    if (className) created.className = className;
    return created;
  };
  const stone = (player) => {
    const item = element("span", "", "stone " + (player === "B" ? "black" : "white"));
    item.setAttribute("aria-hidden", "true");
    return item;
  };
  const player = (letter) => (letter === "B" ? "Black" : "White");
  const label = (index) => {
    const node = nodes[index];
    if (!node.move) return index === 0 ? "Start" : "·";
    return node.ply + " " + node.move + (node.quality || "");
  };

  const describe = (index) => {
    const node = nodes[index];
    const findings = (node.findings || []).map((number) => data.findings[number]);
    byId("problems").replaceChildren(...findings.map((finding) => {
      const item = element("div", undefined, "finding " + finding.severity);
      item.append(element("p", finding.message));
      if (finding.help) item.append(element("p", finding.help));
      item.append(element("p", finding.code, "code"));
      return item;
    }));
    const text = [node.name, node.comment].filter(Boolean).join("\n");
    byId("comment").textContent = text;
    let status = node.ply === 0 ? "Start" : "Ply " + node.ply;
    if (node.move) status += ": " + player(node.player) + " " + node.move;
    if (node.illegal) status += " is illegal; the board shows the position before it";
    if (node.status) status += ". " + node.status;
    byId("status").textContent = status;
    byId("score").textContent = node.score || "";
    const branches = node.children.length > 1 ? node.children : [];
    byId("branches").replaceChildren(...(branches.length ? [element("span", "Continue with")] : []),
      ...branches.map((child) => {
        const item = element("button", label(child));
        item.type = "button";
        item.addEventListener("click", () => go(child));
        return item;
      }));
  };

  const go = (index) => {
    if (index < 0 || index === current) return;
    for (const [from, to] of path(index).map((node, place, line) => [node, line[place + 1]])) {
      if (to !== undefined) visitedChild.set(from, to);
    }
    const before = buttons.get(current);
    if (before) before.removeAttribute("aria-current");
    current = index;
    const button = buttons.get(current);
    if (button) {
      button.setAttribute("aria-current", "step");
      const list = byId("moves");
      const top = button.offsetTop - list.clientHeight / 2;
      if (button.offsetTop < list.scrollTop || button.offsetTop + 32 > list.scrollTop + list.clientHeight) list.scrollTop = top;
    }
    draw(current);
    describe(current);
    const line = wholeLine(current);
    const place = line.indexOf(current);
    const slider = byId("slider");
    slider.max = String(line.length - 1);
    slider.value = String(place);
    slider.setAttribute("aria-valuetext", label(current));
    byId("first").disabled = byId("back").disabled = place === 0;
    byId("next").disabled = byId("last").disabled = place === line.length - 1;
  };
  const step = (offset) => {
    const line = wholeLine(current);
    const place = line.indexOf(current) + offset;
    go(line[Math.min(Math.max(place, 0), line.length - 1)]);
  };
  // The previous or next variation of the nearest branch.
  const sideways = (offset) => {
    for (let node = current; node > 0; node = nodes[node].parent) {
      const siblings = nodes[nodes[node].parent].children;
      if (siblings.length > 1) {
        const place = siblings.indexOf(node) + offset;
        if (place >= 0 && place < siblings.length) go(siblings[place]);
        return;
      }
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    byId("play").setAttribute("aria-pressed", "false");
    byId("play").textContent = "Play";
  };
  const play = () => {
    if (timer !== null) return stop();
    if (following(current) < 0) go(0);
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").textContent = "Pause";
    timer = setInterval(() => {
      if (following(current) < 0) stop();
      else step(1);
    }, 900);
  };

  // The list of moves: a move is followed by its variations, each in a block, then by the
  // rest of the line.
  const entry = (index) => {
    const node = nodes[index];
    const button = element("button");
    button.type = "button";
    if (node.player && node.move && !data.neutral) button.append(stone(node.player));
    button.append(label(index));
    if (node.comment || node.name) {
      button.classList.add("commented");
      button.title = "has a comment";
    }
    if (node.illegal || (node.findings || []).some((number) => data.findings[number].severity === "error")) {
      button.classList.add("illegal");
    }
    button.addEventListener("click", () => { stop(); go(index); });
    buttons.set(index, button);
    return button;
  };
  const list = () => {
    const top = element("div", undefined, "line");
    top.append(entry(0), " ");
    const pending = [[0, top]];
    while (pending.length) {
      const [index, line] = pending.pop();
      const [first, ...others] = nodes[index].children;
      if (first === undefined) continue;
      line.append(entry(first), " ");
      for (const other of others) {
        const variation = element("div", undefined, "line");
        variation.append(element("span", "or", "name"), entry(other), " ");
        line.append(variation);
        pending.push([other, variation]);
      }
      pending.push([first, line]);
    }
    byId("moves").append(top);
  };

  const findings = () => {
    if (data.findings.length === 0) return;
    const box = byId("all-findings");
    box.hidden = false;
    const count = (severity) => data.findings.filter((finding) => finding.severity === severity).length;
    const counts = [["error", count("error")], ["warning", count("warning")]].filter(([, number]) => number)
      .map(([severity, number]) => number + " " + severity + (number === 1 ? "" : "s"));
    box.querySelector("summary").textContent = counts.join(", ");
    box.querySelector("ul").append(...data.findings.map((finding) => {
      const item = element("li", undefined, finding.severity);
      const button = element("button", label(finding.node));
      button.type = "button";
      button.addEventListener("click", () => go(finding.node));
      item.append(button, " " + finding.message);
      return item;
    }));
  };

  const setDark = (on) => {
    document.documentElement.dataset.theme = on ? "dark" : "light";
    byId("theme").setAttribute("aria-pressed", String(on));
  };
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  setDark(scheme.matches);
  scheme.addEventListener("change", () => setDark(scheme.matches));
  byId("theme").addEventListener("click", () => setDark(document.documentElement.dataset.theme !== "dark"));

  byId("details").textContent = data.details;
  list();
  findings();
  const onClick = (id, action) => byId(id).addEventListener("click", () => { if (id !== "play") stop(); action(); });
  onClick("first", () => go(0));
  onClick("back", () => step(-1));
  onClick("next", () => step(1));
  onClick("last", () => step(Infinity));
  onClick("play", play);
  byId("slider").addEventListener("input", (event) => {
    stop();
    go(wholeLine(current)[Number(event.target.value)]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const inSlider = event.target === byId("slider");
    const onButton = event.target instanceof HTMLButtonElement || event.target.tagName === "SUMMARY";
    const keys = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      ArrowUp: () => sideways(-1),
      ArrowDown: () => sideways(1),
      Home: () => go(0),
      End: () => step(Infinity),
      " ": play,
    };
    const action = keys[event.key];
    // The slider handles its own keys, and a button its space bar.
    if (!action || (inSlider && event.key !== " ") || (onButton && event.key === " ")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    action();
  });
  go(data.initial);
})();
