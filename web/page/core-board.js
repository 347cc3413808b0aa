// The board: the image of one position, and above it the points where something can be played. `act` gets the point
// that is chosen, with the wall whose edge is nearest; `drag` two points. In Bargo the middle of a cell only picks it,
// which `picks` is told, and its edges are offered.
const makeCoreBoard = (positions, { area, act, drag, say, choiceAt, picks }) => {
  const RING = 0.9;
  const SVG = "http://www.w3.org/2000/svg";
  const WALLS = { e: [1, 0], ne: [1, 1], nw: [0, 1], w: [-1, 0], sw: [-1, -1], se: [0, -1] };
  const WALL_NAMES = { e: "east", ne: "north-east", nw: "north-west", w: "west", sw: "south-west", se: "south-east" };
  let image = null;
  let layer = null;
  let axes = null;
  let unit = 1;
  let points = [];
  let byName = new Map();
  let cursor = null;
  let cursorWall = null;
  let isShowingCursor = false;
  // The name of the cell that is picked, and what shows it.
  let picked = null;
  let pickedShapes = [];

  const center = ({ column, row }) => {
    const [origin, right, up] = axes;
    return [0, 1].map((along) => origin[along] + (column - 1) * (right[along] - origin[along])
      + (row - 1) * (up[along] - origin[along]));
  };
  const direction = (wall) => {
    const [columns, rows] = WALLS[wall];
    const [origin, right, up] = axes;
    return [0, 1].map((along) => columns * (right[along] - origin[along]) + rows * (up[along] - origin[along]));
  };
  const distance = ([x, y], [left, top]) => Math.hypot(x - left, y - top);
  // How far from its middle a piece reaches; the grid of Margo is doubled.
  const reach = () => unit * (positions.data.game === "margo" ? 1 : 0.5);

  const shape = (name, attributes, className) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.setAttribute("class", className);
    return made;
  };
  // The edge of a cell that carries a wall.
  const edge = (point, wall, className) => {
    const [x, y] = center(point);
    const [right, down] = direction(wall).map((length) => length / 2);
    const [across, along] = [-down, right].map((length) => length / Math.sqrt(3));
    return shape("line", {
      x1: x + right - across, y1: y + down - along, x2: x + right + across, y2: y + down + along,
    }, className);
  };
  const wallsOf = (point) => (positions.data.game === "bargo" ? point.choices || [] : []);
  const nearestWall = (point, at) => {
    const [x, y] = center(point);
    const turned = ([right, down]) => (at[0] - x) * right + (at[1] - y) * down;
    return Object.keys(WALLS).reduce((best, wall) => (turned(direction(wall)) > turned(direction(best)) ? wall : best));
  };

  const show = (view) => {
    area.innerHTML = view.svg;
    image = area.querySelector("svg");
    const box = image.viewBox.baseVal;
    area.parentElement.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
    axes = view.axes && view.axes.map((pair) => pair.map(Number));
    unit = axes ? distance(axes[0], axes[1]) : 1;
    layer = shape("g", {}, "play");
    // Below labels, which would be hard to read otherwise.
    image.insertBefore(layer, image.querySelector(":scope > .marks, :scope > .labels"));
  };
  // Offers points; each has `open` and perhaps `choices`.
  const offer = (playable, isMarked) => {
    points = axes ? playable.points : [];
    byName = new Map(points.map((point) => [point.at, point]));
    const chosen = new Set(playable.chosen);
    const stones = new Set(positions.data.neutral ? positions.state().pieces.keys() : []);
    layer.replaceChildren(...points.filter((point) => point.open || chosen.has(point.at)).map((point) => {
      const [x, y] = center(point);
      const isChosen = chosen.has(point.at);
      // The letter of a stone stays legible.
      const isRing = stones.has(point.at);
      const radius = reach() * (isChosen ? 0.92 : isRing ? RING : 0.16);
      return shape("circle", { cx: x, cy: y, r: radius, "data-at": point.at },
        isChosen ? "chosen" : isRing ? "open ring" : "open");
    }));
    area.classList.toggle("marked", isMarked);
    pick(null);
    if (cursor) cursor = byName.get(cursor.at) || null;
    drawCursor();
  };

  // Picks a cell whose wall is chosen next; `null` picks none.
  const pick = (point) => {
    picked = point && point.at;
    for (const one of pickedShapes) one.remove();
    pickedShapes = [];
    if (point) {
      const [x, y] = center(point);
      pickedShapes = [shape("circle", { cx: x, cy: y, r: reach() * 0.5 }, "chosen"),
        ...wallsOf(point).map((wall) => edge(point, wall, "offered"))];
      layer.append(...pickedShapes);
    }
    if (picks) picks(point);
  };

  let aimed = [];
  const aim = (point, wall) => {
    for (const one of aimed) one.remove();
    aimed = [];
    if (!point || !layer) return;
    const [x, y] = center(point);
    aimed = [shape("circle", { cx: x, cy: y, r: reach() * 0.8 }, point.open ? "aim" : "aim closed")];
    if (wall && wallsOf(point).includes(wall)) aimed.push(edge(point, wall, "aim wall"));
    layer.append(...aimed);
  };

  const located = (event) => {
    const matrix = image && axes && image.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const near = (list, most) => {
      let best = null;
      let least = most;
      for (const point of list) {
        const away = distance(center(point), [x, y]);
        if (away <= least) [best, least] = [point, away];
      }
      return best;
    };
    const open = near(points.filter((point) => point.open), reach() * 1.02);
    // The edges of the cell that is picked are reached from outside too.
    const held = picked && distance(center(byName.get(picked)), [x, y]) < unit * 0.72 ? byName.get(picked) : null;
    const point = held || open || near(points, reach() * 1.3);
    return point && { point, wall: positions.data.game === "bargo" ? wallAt(point, [x, y], event, matrix) : null };
  };
  // The wall of an edge; `null` near the middle of a cell, and for a finger in all of a small one that is not picked.
  const MIDDLE = 0.2;
  const FINGER = 40;
  const wallAt = (point, at, event, matrix) => {
    if (!point.open) return nearestWall(point, at);
    const isSmall = event.pointerType === "touch" && unit * matrix.a < FINGER && picked !== point.at;
    return isSmall || distance(center(point), at) < unit * MIDDLE ? null : nearestWall(point, at);
  };
  const actAt = ({ point, wall }) => {
    const hasWalls = positions.data.game === "bargo" && !area.classList.contains("marked");
    if (!hasWalls || wall) return act(point, wall);
    pick(picked === point.at ? null : point);
    const names = wallsOf(point).map((name) => WALL_NAMES[name]).join(", ");
    return say(picked ? point.at + " is chosen. Choose the edge for its wall: " + names : "nothing is chosen");
  };
  let pressed = null;
  area.addEventListener("pointerdown", (event) => {
    pressed = event.isPrimary && event.button === 0 ? located(event) : null;
  });
  area.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && !pressed) return;
    const found = located(event);
    aim(found && found.point, found && found.wall);
  });
  area.addEventListener("pointerleave", () => { aim(null); });
  area.addEventListener("pointercancel", () => { pressed = null; aim(null); });
  area.addEventListener("pointerup", (event) => {
    const from = pressed;
    pressed = null;
    if (image && !axes) say("The board can be played on when it is seen from above");
    const to = located(event);
    if (!from || !to) return;
    isShowingCursor = false;
    if (from.point.at === to.point.at) actAt(to);
    else if (positions.data.game === "bamogo") drag(from.point, to.point);
  });

  // The keyboard.
  const drawCursor = () => {
    if (!isShowingCursor || !cursor) return aim(null);
    aim(cursor, cursorWall);
  };
  const words = () => {
    const { pieces } = positions.state();
    const here = [...pieces.values()].filter((one) => one.at.replace(/^\d+/, "") === cursor.at);
    const piece = here.map((one) => (playerName(one.owner) || "stone") + " " + one.written).join(", ") || "empty";
    const choices = cursor.choices || [];
    const choice = cursorWall ? ", wall " + WALL_NAMES[cursorWall]
      : choices.length > 1 ? ", " + choiceAt(cursor) : "";
    return cursor.at + ", " + piece + ", " + (cursor.open ? "legal" + choice : "not legal");
  };
  const put = (point) => {
    cursor = point;
    cursorWall = wallsOf(point)[0] || null;
    isShowingCursor = true;
    drawCursor();
    say(words());
  };
  // The nearest point in a direction of the screen.
  const move = (right, down) => {
    if (!points.length) return;
    if (!cursor) return put(points.find((point) => point.open) || points[0]);
    isShowingCursor = true;
    const [x, y] = center(cursor);
    const isPlace = (point) => positions.data.game !== "margo" || point.open || (point.column % 2 === 1 && point.row % 2 === 1);
    let best = null;
    let least = Infinity;
    for (const point of points) {
      const [left, top] = center(point);
      const ahead = (left - x) * right + (top - y) * down;
      const aside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
      if (ahead < unit * 0.3 || !isPlace(point)) continue;
      const away = ahead + 2.2 * aside;
      if (away < least) [best, least] = [point, away];
    }
    if (best) put(best);
  };
  const nextChoice = () => {
    if (!cursor) return false;
    const walls = wallsOf(cursor);
    if (!walls.length) return false;
    const order = Object.keys(WALLS).filter((wall) => walls.includes(wall));
    cursorWall = order[(order.indexOf(cursorWall) + 1) % order.length];
    drawCursor();
    say(words());
    return true;
  };
  const choose = () => {
    if (!cursor) return move(0, 1);
    const point = cursor;
    act(point, cursorWall);
    cursor = byName.get(point.at) || cursor;
    cursorWall = wallsOf(cursor)[0] || null;
  };
  area.addEventListener("blur", () => { isShowingCursor = false; drawCursor(); });
  area.addEventListener("focus", () => { if (cursor && area.matches(":focus-visible")) { isShowingCursor = true; drawCursor(); } });

  const describe = (label) => {
    const { pieces } = positions.state();
    byId("pieces").textContent = piecesInWords([...pieces.values()]) || "The board is empty";
    area.setAttribute("aria-label", label);
    image.setAttribute("aria-hidden", "true");
  };
  const legal = () => points.filter((point) => point.open).map((point) => point.at);
  // Where a point is on the screen, for tests.
  const place = (name, wall) => {
    const point = byName.get(name);
    const [x, y] = center(point);
    const [right, down] = wall ? direction(wall).map((length) => length * 0.33) : [0, 0];
    const { x: left, y: top } = new DOMPoint(x + right, y + down).matrixTransform(image.getScreenCTM());
    return [left, top];
  };
  const forget = () => { cursor = null; };
  // The cell that is picked.
  const pickedPoint = () => byName.get(picked);
  return { show, offer, describe, move, nextChoice, choose, legal, place, forget, pick, picked: pickedPoint };
};
