// The current node, and ways to others. `go` tells all listeners.
const makeNavigation = (positions) => {
  const { nodes, path } = positions;
  // The child that was visited last, so that stepping forward stays in its line.
  const visitedChild = new Map();
  const listeners = [];
  let current = -1;

  const following = (id) => {
    const visited = visitedChild.get(id);
    if (visited !== undefined && nodes[id].children.includes(visited)) return visited;
    return nodes[id].children.length ? nodes[id].children[0] : -1;
  };
  const line = () => {
    const whole = path(current);
    for (let node = following(current); node >= 0; node = following(node)) whole.push(node);
    return whole;
  };
  const go = (id) => {
    if (id === current || !nodes[id]) return false;
    const way = path(id);
    for (let step = 1; step < way.length; step += 1) visitedChild.set(way[step - 1], way[step]);
    current = id;
    for (const listen of listeners) listen(id);
    return true;
  };
  const step = (offset) => {
    const whole = line();
    const index = whole.indexOf(current) + offset;
    return go(whole[Math.min(Math.max(index, 0), whole.length - 1)]);
  };
  // The previous or next variation of the nearest branch.
  const sideways = (offset) => {
    for (let node = current; node > 0; node = nodes[node].parent) {
      const siblings = nodes[nodes[node].parent].children;
      if (siblings.length > 1) return go(siblings[siblings.indexOf(node) + offset]);
    }
    return false;
  };
  return {
    go, step, sideways, line, path,
    current: () => current,
    first: () => go(0),
    last: () => step(Infinity),
    isAtEnd: () => following(current) < 0,
    listen: (listener) => listeners.push(listener),
    // Another record.
    restart: (id) => {
      visitedChild.clear();
      current = -1;
      return go(id);
    },
    // The same node once more, after something has changed there.
    tellAgain: () => { for (const listen of listeners) listen(current); },
  };
};

// Shows where a node is in its line: on the slider, if there is one, and by the buttons that go on from it.
const showPlace = (navigation, id, label) => {
  const line = navigation.line();
  const index = line.indexOf(id);
  const slider = byId("slider");
  if (slider) {
    slider.max = String(line.length - 1);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", label);
  }
  byId("first").disabled = byId("back").disabled = index === 0;
  byId("next").disabled = byId("last").disabled = index === line.length - 1;
};

// Plays on by itself.
const makeAutoplay = (navigation) => {
  const speed = byId("speed");
  let timer = null;
  const show = () => {
    const toggle = byId("play");
    toggle.setAttribute("aria-pressed", String(timer !== null));
    toggle.firstElementChild.className = "icon " + (timer === null ? "play" : "pause");
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    show();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      navigation.step(1);
      if (navigation.isAtEnd()) stop();
      else schedule();
    }, Number(speed.value));
  };
  const toggle = () => {
    if (timer !== null) return stop();
    if (navigation.isAtEnd()) navigation.first();
    schedule();
    show();
  };
  const faster = (steps) => {
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex - steps, 0), speed.options.length - 1);
    tell(speed.value / 1000 + " s for each position");
  };
  return { stop, toggle, faster };
};
