// The board: an image with the shapes of all positions, of which some are visible; a pyramid has one for each corner.
const makeBoard = (data, positions) => {
  const board = byId("board");
  const images = Array.from(board.querySelectorAll("svg"));
  // The image that is shown, by the number of its corner.
  let turn = 0;
  let image = images[0];
  let shapes = [];
  let levels = [];
  let indices = new Map();
  let shown = new Set();
  let node = -1;
  // Margo: marbles above this level are transparent.
  let highest = Infinity;
  const takeImage = () => {
    image = images[turn];
    images.forEach((one, index) => one.toggleAttribute("hidden", index !== turn));
    shapes = image ? Array.from(image.querySelectorAll("[h]")) : [];
    indices = new Map(shapes.map((shape, index) => [shape, index]));
    shown = new Set([...shapes.keys()].filter((index) => shapes[index].getAttribute("h") === "0"));
    const runs = (turn ? data.turned[turn - 1] : data).levels || [];
    levels = runs.map(([from, level], index) => (
      { from, level, to: index + 1 < runs.length ? runs[index + 1][0] : shapes.length }));
  };
  takeImage();

  // Coordinates have at least this height, in pixels of the screen; those that then find no room are left out.
  const LEGIBLE = data.boards ? 10 : 8.5;
  const fitCoordinates = () => {
    const layer = image && image.querySelector("g.coordinates");
    const { width } = image ? image.getBoundingClientRect() : { width: 0 };
    if (!layer || !width) return;
    const pixel = image.viewBox.baseVal.width / width;
    const usual = Number(layer.getAttribute("font-size"));
    const size = Math.max(usual, LEGIBLE * pixel);
    layer.style.fontSize = size.toFixed(2) + "px";
    const names = Array.from(layer.children);
    const at = (name) => [Number(name.getAttribute("x")), Number(name.getAttribute("y"))];
    // Along the slanted sides of a hexagon names stand close together: those that are left are apart.
    const isHexagon = data.game === "bargo";
    board.classList.toggle("fine", isHexagon && 20 / pixel < 24);
    const rowCount = Math.max(0, ...names.map((name) => Number(name.textContent) || 0));
    for (const isNumber of [false, true]) {
      const own = names.filter((name) => /^\d/.test(name.textContent) === isNumber);
      const places = own.map(at);
      const apart = Math.min(...places.slice(1).map(([x, y], index) => Math.hypot(x - places[0][0], y - places[0][1]) || Infinity));
      const letters = Math.max(0, ...own.map((name) => name.textContent.length));
      const every = size > usual ? Math.ceil(size * (isNumber ? 1.35 : 0.35 + 0.6 * letters) / apart) : 1;
      const kept = isHexagon && size > 1.2 * usual ? Math.max(every, 2) : every;
      // A column ends beside the row that is half the rows below it.
      const shift = isHexagon && isNumber && (rowCount + 1) % 4 === 0 ? 1 : 0;
      for (const name of own) {
        const number = isNumber ? Number(name.textContent) : parts(name.textContent + "1").column;
        name.classList.toggle("left-out", (number - 1 + (kept > 1 ? shift : 0)) % kept > 0);
        name.setAttribute("dy", (0.36 * (size - usual)).toFixed(2));
        // Enlarged numbers do not run into the edge of the board.
        const out = Math.sign(at(name)[0] - image.viewBox.baseVal.x - image.viewBox.baseVal.width / 2) * 0.2 * letters * (size - usual);
        if (isHexagon && isNumber && out) name.setAttribute("dx", out.toFixed(2));
        else name.removeAttribute("dx");
      }
    }
    if (size > usual) separate(names.filter((name) => !name.classList.contains("left-out")), size, 0.36 * (size - usual));
  };

  // Along the slanted sides of a hexagon enlarged letters stand farther out, so that they do not run into the numbers.
  const separate = (names, size, down) => {
    const view = image.viewBox.baseVal;
    const places = names.map((name) => [Number(name.getAttribute("x")), Number(name.getAttribute("y"))]);
    const half = (name) => 0.33 * size * name.textContent.length;
    const isNumber = (name) => /^\d/.test(name.textContent);
    const taken = names.map((name, index) => ({ name, at: places[index] })).filter(({ name }) => isNumber(name));
    names.forEach((name, index) => {
      if (isNumber(name)) return;
      const [x, y] = places[index];
      const out = [x - view.x - view.width / 2, y - view.y - view.height / 2];
      const length = Math.hypot(...out);
      const isFree = (by) => {
        const at = [x + by * out[0] / length, y + by * out[1] / length];
        return taken.every((other) => Math.abs(other.at[0] - at[0]) > half(name) + half(other.name)
          || Math.abs(other.at[1] - at[1]) > 0.85 * size);
      };
      const by = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => share * size).find(isFree);
      if (!by) return;
      name.setAttribute("dx", (by * out[0] / length).toFixed(2));
      name.setAttribute("dy", (by * out[1] / length + down).toFixed(2));
    });
  };

  const levelBoards = makeLevelBoards(data, board, images);
  const fit = () => {
    levelBoards.arrange();
    fitCoordinates();
    drawNumbers();
  };
  addEventListener("resize", fit);

  const SVG = "http://www.w3.org/2000/svg";
  const numbers = document.createElementNS(SVG, "g");
  numbers.setAttribute("font-weight", "bold");

  // A location in parts: columns have letters, as a, …, z, aa; in Margo a level comes first.
  const parts = (at) => {
    const [, level, letters, row] = /^(\d*)([a-z]+)(\d+)$/.exec(at);
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
    return { level: Number(level), column, row: Number(row) };
  };
  const axes = () => (turn ? data.turned[turn - 1] : data).axes.map((place) => place.map(Number));
  const center = ({ level, column, row }, [first, right, up, ...higher]) => {
    const origin = higher[level - 2] || first;
    const [across, down] = levelBoards.isApart ? levelBoards.shift(level) : [0, 0];
    return [across, down].map((shift, along) => shift + origin[along] + (column - 1) * (right[along] - first[along])
      + (row - 1) * (up[along] - first[along]));
  };

  // The ply that has placed each piece; where cells are small only of the last ones. Of a marble that carries others only
  // a part can be seen.
  const LEGIBLE_CELL = 20;
  const FEW = 20;
  const drawNumbers = () => {
    const isOn = data.axes !== undefined && byId("show-numbers").checked;
    board.classList.toggle("numbered", isOn);
    numbers.replaceChildren();
    if (!isOn || node < 0) return;
    image.append(numbers);
    const { ply } = positions.nodes[node];
    const cell = 20 * image.getBoundingClientRect().width / image.viewBox.baseVal.width;
    const from = cell > 0 && cell < LEGIBLE_CELL ? ply - FEW : 0;
    const own = axes();
    const pieces = [...positions.state(node).pieces.values()].map((one) => ({ ...one, ...parts(one.at) }))
      .filter((one) => !(one.level > highest)).map((one) => ({ ...one, place: center(one, own) }));
    const showsLast = byId("show-last").checked;
    const { recolored = [] } = showsLast && positions.effect ? positions.effect(node) : {};
    const spot = levelBoards.isApart ? ({ place }) => ({ place, share: 1 }) : data.turned ? fromCorner(pieces, own) : fromAbove(pieces);
    for (const one of pieces) {
      const found = one.number > from && spot(one);
      const isRecolored = recolored.includes(one.at);
      const [x, y] = one.place;
      if (found) {
        const written = isRecolored ? { place: [x - 0.8, y + 1.4], share: 0.84 } : found;
        numbers.append(numberOf(one, written, showsLast && one.number === ply));
      }
      // In place of the arrows a dot: in the corner, for which the number makes room, or where no number is.
      if (isRecolored) numbers.append(found ? dotOf(one, [x + 5.6, y - 6], 2) : dotOf(one, [x, y], 3));
    }
  };
  const dotOf = (one, [cx, cy], r) => {
    const dot = document.createElementNS(SVG, "circle");
    const place = { cx, cy, r, fill: inkOf(one, false) };
    for (const name of Object.keys(place)) dot.setAttribute(name, place[name]);
    return dot;
  };
  // Where a number is written, and how large: beside what the piece carries.
  const fromAbove = (pieces) => {
    const key = (level, column, row) => [level, column, row].join();
    const carried = new Set(pieces.filter((one) => one.level > 1).map((one) => key(one.level, one.column, one.row)));
    return ({ level, column, row, place: [x, y] }) => {
      const free = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
        .filter(([right, up]) => !carried.has(key(level + 1, column + right, row + up)));
      const toFree = (along) => (free.length < 4 ? 4.2 * free.reduce((sum, way) => sum + way[along], 0) / free.length : 0);
      return free.length ? { place: [x + toFree(0), y - toFree(1)], share: free.length < 4 ? 0.6 : 1 } : null;
    };
  };
  // The place nearest to the center of a marble that none in front of it covers.
  const fromCorner = (pieces, [first, , , second]) => {
    const RADIUS = 9.8;
    const rise = second ? first[1] - second[1] : 0;
    const near = ({ level, place }) => 0.424 * level + (place[1] + (level - 1) * rise) / 15;
    const tries = [[0, 0], [0, -2], [2, -1], [-2, -1], [0, -4], [3, -3], [-3, -3], [0, -5.5], [4, -4], [-4, -4]];
    return (one) => {
      const before = pieces.filter((other) => near(other) > near(one)
        && Math.hypot(other.place[0] - one.place[0], other.place[1] - one.place[1]) < 2 * RADIUS);
      const digits = String(one.number).length;
      for (const share of [0.8, 0.6]) {
        const [wide, high] = [3.2 * share * Math.min(digits, 2.6), 3.8 * share];
        const isFree = ([x, y]) => before.every(({ place }) => {
          const aside = Math.max(Math.abs(place[0] - x) - wide, 0);
          return Math.hypot(aside, Math.max(Math.abs(place[1] - y) - high, 0)) > RADIUS;
        });
        const inside = tries.filter(([x, y]) => Math.hypot(Math.abs(x) + wide, Math.abs(y) + high) < RADIUS);
        const place = inside.map(([x, y]) => [one.place[0] + x, one.place[1] + y]).find(isFree);
        if (place) return { place, share };
      }
      return null;
    };
  };
  const inkOf = (one, isLast) => {
    const colors = "WGY".includes(one.owner) ? ["#111", "#c4160a"] : ["#fff", "#ffb02e"];
    return colors[isLast ? 1 : 0];
  };
  const numberOf = (one, { place: [x, y], share }, isLast) => {
    const text = document.createElementNS(SVG, "text");
    const digits = String(one.number).length;
    // A king has its crown, a stone of Bamogo its letter, in the middle.
    const isLow = /^[A-Z]/.test(one.written);
    const size = (data.game === "bargo" ? 7 : 10) * (digits < 3 ? 1 : 2.6 / digits) * (isLow ? 0.52 : share);
    text.setAttribute("x", x.toFixed(2));
    text.setAttribute("y", (y + size * 0.36 + (isLow ? 6.5 : 0)).toFixed(2));
    text.setAttribute("font-size", size.toFixed(2));
    text.setAttribute("fill", inkOf(one, isLast));
    // Stones of Bamogo have many colors.
    if (one.owner === "S") {
      text.setAttribute("stroke", "#222");
      text.setAttribute("stroke-width", "1");
      text.setAttribute("paint-order", "stroke");
    }
    text.textContent = one.number;
    return text;
  };

  const show = (id) => {
    node = id;
    const visible = positions.shapes(id, turn);
    for (const shape of shown) if (!visible.has(shape)) shapes[shape].setAttribute("h", "1");
    for (const shape of visible) if (!shown.has(shape)) shapes[shape].setAttribute("h", "0");
    shown = visible;
    drawNumbers();
  };

  // Layers that the reader can hide, by the names of their groups.
  const layers = {
    coordinates: ["coordinates"],
    last: ["last", "captured", "turned"],
    territory: ["territory"],
  };
  const isOff = (layer, isNumbered) => Object.keys(layers).some((name) => !byId("show-" + name).checked
    && layers[name].some((group) => layer.classList.contains(group)))
    // Numbers take their place, as in the style of the page.
    || (isNumbered && ["last", "turned"].some((group) => layer.classList.contains(group)));
  const setLayers = () => {
    for (const name of Object.keys(layers)) board.classList.toggle("no-" + name, !byId("show-" + name).checked);
    drawNumbers();
  };

  const setLevel = (level) => {
    highest = level;
    for (const run of levels) {
      for (let shape = run.from; shape < run.to; shape += 1) shapes[shape].classList.toggle("above", run.level > highest);
    }
    drawNumbers();
  };

  // To the next corner.
  const turnBoard = () => {
    if (images.length < 2) return;
    const label = image.getAttribute("aria-label");
    turn = (turn + 1) % images.length;
    takeImage();
    image.setAttribute("aria-label", label);
    image.setAttribute("aria-describedby", "pieces");
    if (node >= 0) show(node);
    setLevel(highest);
    fitCoordinates();
  };

  // An image of one position alone.
  const copy = (id, title) => {
    const visible = positions.shapes(id, turn);
    const isNumbered = id === node && numbers.hasChildNodes();
    const copied = image.cloneNode(false);
    copied.setAttribute("aria-label", title);
    copied.removeAttribute("aria-describedby");
    copied.append(document.createElementNS(SVG, "title"));
    copied.firstChild.textContent = title;
    for (const layer of image.children) {
      if (layer.tagName !== "g") copied.append(layer.cloneNode(true));
      else if (layer === numbers ? isNumbered : !isOff(layer, isNumbered)) copied.append(copyOfLayer(layer, visible));
    }
    return copied;
  };
  const copyOfLayer = (layer, visible) => {
    const copied = layer.cloneNode(false);
    copied.removeAttribute("style");
    for (const shape of layer.children) {
      if (indices.has(shape) && !visible.has(indices.get(shape))) continue;
      const one = shape.cloneNode(true);
      one.removeAttribute("h");
      if (one.classList.contains("above")) one.setAttribute("opacity", "0.12");
      one.classList.remove("above", "left-out");
      one.removeAttribute("dx");
      one.removeAttribute("dy");
      if (one.getAttribute("class") === "") one.removeAttribute("class");
      copied.append(one);
    }
    return copied;
  };

  const describe = (id, label) => {
    const { pieces } = positions.state(id);
    byId("pieces").textContent = piecesInWords([...pieces.values()]);
    if (!image) return;
    image.setAttribute("aria-label", label);
    image.setAttribute("aria-describedby", "pieces");
  };

  fit();
  return {
    hasImage: images.length > 0, canTurn: images.length > 1, turn: turnBoard, show, setLayers, setLevel, copy, describe,
    reveal: (level) => levelBoards.reveal(image, level),
    top: Math.max(1, ...levels.map((run) => run.level)),
  };
};

// A click on the left or right half of the board, the wheel, and a swipe go back or forward.
const listenToBoard = (board, step) => {
  const WHEEL = 60;
  const SWIPE = 40;
  const area = byId("board");
  area.addEventListener("click", (event) => {
    const { left, width } = area.getBoundingClientRect();
    step(event.clientX < left + width / 2 ? -1 : 1);
  });
  let turned = 0;
  area.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    const lines = event.deltaMode === 0 ? 1 : 40;
    if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
    turned += event.deltaY * lines;
    if (Math.abs(turned) < WHEEL) return event.preventDefault();
    const offset = Math.sign(turned);
    turned = 0;
    // At the end of the line the page scrolls.
    if (step(offset)) event.preventDefault();
  }, { passive: false });
  let start = null;
  area.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    start = event.touches.length === 1 ? [touch.clientX, touch.clientY] : null;
  }, { passive: true });
  area.addEventListener("touchend", (event) => {
    if (!start || event.touches.length) return;
    const [touch] = event.changedTouches;
    const [across, down] = [touch.clientX - start[0], touch.clientY - start[1]];
    start = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 1.5 * Math.abs(down)) return;
    // No click follows.
    event.preventDefault();
    step(across < 0 ? 1 : -1);
  });
};
