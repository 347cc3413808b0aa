"use strict";
// Steps through a record. All text of the record is set as text, never as markup; the
// board holds every shape of every position, and a step only hides and shows them.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = data.nodes;
  const by = (id) => document.getElementById(id);
  const shapes = Array.from(document.querySelectorAll("#board [h]"));
  const buttons = new Map();
  // The child through which a line went last, so that going on stays in it.
  const chosen = new Map();
  let at = -1;
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
    const wanted = chosen.get(index);
    return wanted === undefined ? children[0] : wanted;
  };
  const wholeLine = (index) => {
    const line = path(index);
    for (let node = following(index); node >= 0; node = following(node)) line.push(node);
    return line;
  };

  // The shapes of a position: what its nodes, one after the other, show and hide.
  const seen = (index) => {
    const shown = new Set();
    for (const node of path(index)) {
      for (const shape of nodes[node].hide) shown.delete(shape);
      for (const shape of nodes[node].show) shown.add(shape);
    }
    return shown;
  };
  let shown = new Set();
  shapes.forEach((shape, index) => {
    if (shape.getAttribute("h") === "0") shown.add(index);
  });
  const draw = (index) => {
    const wanted = seen(index);
    for (const shape of shown) if (!wanted.has(shape)) shapes[shape].setAttribute("h", "1");
    for (const shape of wanted) if (!shown.has(shape)) shapes[shape].setAttribute("h", "0");
    shown = wanted;
  };

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const stone = (player) => {
    const made = element("span", "", "stone " + (player === "B" ? "black" : "white"));
    made.setAttribute("aria-hidden", "true");
    return made;
  };
  const player = (letter) => (letter === "B" ? "Black" : "White");
  const named = (index) => {
    const node = nodes[index];
    if (!node.move) return index === 0 ? "Start" : "·";
    return node.ply + " " + node.move + (node.sign || "");
  };

  const tell = (index) => {
    const node = nodes[index];
    const findings = (node.findings || []).map((number) => data.findings[number]);
    by("wrong").replaceChildren(...findings.map((finding) => {
      const made = element("div", undefined, "finding " + finding.severity);
      made.append(element("p", finding.message));
      if (finding.help) made.append(element("p", finding.help));
      made.append(element("p", finding.code, "code"));
      return made;
    }));
    const said = [node.name, node.comment].filter(Boolean).join("\n");
    by("comment").textContent = said;
    let status = node.ply === 0 ? "Start" : "Ply " + node.ply;
    if (node.move) status += ": " + player(node.player) + " " + node.move;
    if (node.wrong) status += " is illegal; the board shows the position before it";
    if (node.state) status += ". " + node.state;
    by("status").textContent = status;
    by("score").textContent = node.score || "";
    const others = node.children.length > 1 ? node.children : [];
    by("branches").replaceChildren(...(others.length ? [element("span", "Go on with")] : []),
      ...others.map((child) => {
        const made = element("button", named(child));
        made.type = "button";
        made.addEventListener("click", () => go(child));
        return made;
      }));
  };

  const go = (index) => {
    if (index < 0 || index === at) return;
    for (const [from, to] of path(index).map((node, place, line) => [node, line[place + 1]])) {
      if (to !== undefined) chosen.set(from, to);
    }
    const before = buttons.get(at);
    if (before) before.removeAttribute("aria-current");
    at = index;
    const button = buttons.get(at);
    if (button) {
      button.setAttribute("aria-current", "step");
      const list = by("moves");
      const top = button.offsetTop - list.clientHeight / 2;
      if (button.offsetTop < list.scrollTop || button.offsetTop + 32 > list.scrollTop + list.clientHeight) list.scrollTop = top;
    }
    draw(at);
    tell(at);
    const line = wholeLine(at);
    const place = line.indexOf(at);
    const slider = by("slider");
    slider.max = String(line.length - 1);
    slider.value = String(place);
    slider.setAttribute("aria-valuetext", named(at));
    by("first").disabled = by("back").disabled = place === 0;
    by("next").disabled = by("last").disabled = place === line.length - 1;
  };
  const step = (by_) => {
    const line = wholeLine(at);
    const place = line.indexOf(at) + by_;
    go(line[Math.min(Math.max(place, 0), line.length - 1)]);
  };
  // Another variation of the nearest branch.
  const sideways = (by_) => {
    for (let node = at; node > 0; node = nodes[node].parent) {
      const siblings = nodes[nodes[node].parent].children;
      if (siblings.length > 1) {
        const place = siblings.indexOf(node) + by_;
        if (place >= 0 && place < siblings.length) go(siblings[place]);
        return;
      }
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    by("play").setAttribute("aria-pressed", "false");
    by("play").textContent = "Play";
  };
  const play = () => {
    if (timer !== null) return stop();
    if (following(at) < 0) go(0);
    by("play").setAttribute("aria-pressed", "true");
    by("play").textContent = "Pause";
    timer = setInterval(() => {
      if (following(at) < 0) stop();
      else step(1);
    }, 900);
  };

  // The list of moves: behind a move stand the variations that it has, each in a block
  // of its own, and then the line goes on.
  const entry = (index) => {
    const node = nodes[index];
    const button = element("button");
    button.type = "button";
    if (node.player && node.move && !data.neutral) button.append(stone(node.player));
    button.append(named(index));
    if (node.comment || node.name) {
      button.classList.add("said");
      button.title = "with a comment";
    }
    if (node.wrong || (node.findings || []).some((number) => data.findings[number].severity === "error")) {
      button.classList.add("wrong");
    }
    button.addEventListener("click", () => { stop(); go(index); });
    buttons.set(index, button);
    return button;
  };
  const list = () => {
    const top = element("div", undefined, "line");
    top.append(entry(0), " ");
    const work = [[0, top]];
    while (work.length) {
      const [index, line] = work.pop();
      const [first, ...others] = nodes[index].children;
      if (first === undefined) continue;
      line.append(entry(first), " ");
      for (const other of others) {
        const variation = element("div", undefined, "line");
        variation.append(element("span", "or", "name"), entry(other), " ");
        line.append(variation);
        work.push([other, variation]);
      }
      work.push([first, line]);
    }
    by("moves").append(top);
  };

  const findings = () => {
    if (data.findings.length === 0) return;
    const box = by("all-findings");
    box.hidden = false;
    const count = (severity) => data.findings.filter((finding) => finding.severity === severity).length;
    const words = [["error", count("error")], ["warning", count("warning")]].filter(([, many]) => many)
      .map(([word, many]) => many + " " + word + (many === 1 ? "" : "s"));
    box.querySelector("summary").textContent = words.join(", ");
    box.querySelector("ul").append(...data.findings.map((finding) => {
      const made = element("li", undefined, finding.severity);
      const button = element("button", named(finding.node));
      button.type = "button";
      button.addEventListener("click", () => go(finding.node));
      made.append(button, " " + finding.message);
      return made;
    }));
  };

  const dark = (on) => {
    document.documentElement.dataset.page = on ? "dark" : "light";
    by("theme").setAttribute("aria-pressed", String(on));
  };
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  dark(scheme.matches);
  scheme.addEventListener("change", () => dark(scheme.matches));
  by("theme").addEventListener("click", () => dark(document.documentElement.dataset.page !== "dark"));

  by("details").textContent = data.details;
  list();
  findings();
  const act = (id, action) => by(id).addEventListener("click", () => { if (id !== "play") stop(); action(); });
  act("first", () => go(0));
  act("back", () => step(-1));
  act("next", () => step(1));
  act("last", () => step(Infinity));
  act("play", play);
  by("slider").addEventListener("input", (event) => {
    stop();
    go(wholeLine(at)[Number(event.target.value)]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const inSlider = event.target === by("slider");
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
    // The slider knows its own keys, and a button its space bar.
    if (!action || (inSlider && event.key !== " ") || (onButton && event.key === " ")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    action();
  });
  go(data.open);
})();
