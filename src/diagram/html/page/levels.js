// The boards of the levels of a pyramid: in rows, so that they are as large as the window allows, and the one that has changed is
// in the window.
const makeLevelBoards = (data, board, images) => {
  // The style sheet puts the board beside everything else in the same windows.
  const beside = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 34rem)");
  const boxes = (data.boards || []).map((box) => box.map(Number));
  const isApart = boxes.length > 1;
  // From a marble to the next in the image.
  const UNIT = 20;
  let places = [];
  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

  // The boards in rows of at most this width, each in the middle, and what they take together.
  const inRows = (most) => {
    const rows = { places: [], width: 0, height: 0 };
    const ends = {};
    let [right, top] = [0, 0];
    for (const [, , width, height] of boxes) {
      if (right > 0 && right + width > most + 0.01) [right, top] = [0, rows.height];
      rows.places.push([right, top]);
      right += width;
      ends[top] = right;
      rows.width = Math.max(rows.width, right);
      rows.height = Math.max(rows.height, top + height);
    }
    for (const place of rows.places) place[0] += (rows.width - ends[place[1]]) / 2;
    return rows;
  };
  // The rows for the window; `more` is what the image has around the boards.
  const best = (more) => {
    // The smallest legible boards, in pixels from a marble to the next.
    const SMALLEST = 16;
    const widths = boxes.flatMap((_, first) => boxes.slice(first).reduce((sums, box) => [...sums, (sums[sums.length - 1] || 0) + box[2]], []));
    const all = widths.map(inRows).map((rows) => {
      const [width, height] = [rows.width + more[0], rows.height + more[1]];
      // A board alone in the first or the last row leaves much of it free.
      const [, last] = rows.places[rows.places.length - 1];
      const isLone = (end) => rows.places.filter(([, top]) => top === end).length === 1;
      const share = last > 0 && (isLone(0) || isLone(last)) ? 1 / 1.1 : 1;
      if (beside.matches) {
        const side = Math.min(Math.max(16 * rem(), 0.24 * innerWidth), 19.5 * rem());
        const room = [Math.min(innerWidth, 110 * rem()) - 2.2 * rem() - side, innerHeight - 1.2 * rem()];
        return { rows, worth: share * Math.min(room[0] / width, room[1] / height) };
      }
      const scale = (innerWidth - 0.8 * rem()) / width;
      const taken = height * scale;
      // Boards that are all in the window, or else short of pages.
      const isWhole = taken <= innerHeight - 13 * rem();
      const isLegible = scale * UNIT >= SMALLEST;
      return { rows, worth: isLegible ? (isWhole ? 1e6 * share * scale : 1e3 / taken) : 1e-9 * scale };
    });
    return all.reduce((one, other) => (other.worth > one.worth * 1.0001 ? other : one)).rows;
  };

  // How far the board of a level is from where the image has it.
  const shift = (level) => [0, 1].map((side) => boxes[0][side] + places[level - 1][side] - boxes[level - 1][side]);

  const arrange = () => {
    if (!isApart || !images.length) return;
    board.classList.toggle("stacked", !beside.matches);
    // The move stands by the buttons, which are always in the window.
    (beside.matches ? byId("panel") : byId("controls")).prepend(byId("status"));
    const [first] = boxes;
    const ends = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])) - first[side]);
    for (const one of images) {
      const { usual = one.getAttribute("viewBox"), pixels = one.getAttribute("width") } = one.dataset;
      Object.assign(one.dataset, { usual, pixels });
      const [left, above, wide, high] = usual.split(" ").map(Number);
      const more = [wide - ends[0], high - ends[1]];
      const rows = best(more);
      places = rows.places;
      const size = [rows.width + more[0], rows.height + more[1]];
      one.setAttribute("viewBox", [left, above, ...size].join(" "));
      one.setAttribute("width", size[0] * pixels / wide);
      one.setAttribute("height", size[1] * pixels / wide);
      for (const rect of one.querySelectorAll(":scope > rect")) {
        rect.setAttribute("width", size[0]);
        rect.setAttribute("height", size[1]);
      }
      for (const shape of one.querySelectorAll(":scope > g > *")) {
        const [x, y] = anchor(shape);
        const level = Math.max(boxes.findIndex(([from, top, width, height]) => x >= from && x < from + width && y >= top && y < top + height), 0);
        const [across, down] = shift(level + 1);
        if (Math.abs(across) + Math.abs(down) > 0.01) shape.setAttribute("transform", `translate(${across} ${down})`);
        else shape.removeAttribute("transform");
      }
      board.parentElement.style.setProperty("--ratio", String(size[0] / size[1]));
    }
  };
  // Where a shape is, roughly: its center, or the beginning of its outline.
  const anchor = (shape) => {
    const one = shape.tagName === "g" ? shape.firstElementChild : shape;
    if (one.hasAttribute("cx")) return [Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))];
    if (one.hasAttribute("x")) return [Number(one.getAttribute("x")), Number(one.getAttribute("y"))];
    return (one.getAttribute("d") || "M0 0").slice(1).split(/[^-.\d]+/).map(Number);
  };

  // Scrolls to the board of a level, unless it is in the window.
  const reveal = (image, level) => {
    const place = places[Math.max(level, 1) - 1];
    if (!place || beside.matches) return;
    const { top, width } = image.getBoundingClientRect();
    const pixel = width / image.viewBox.baseVal.width;
    const from = top + place[1] * pixel;
    const to = from + boxes[Math.max(level, 1) - 1][3] * pixel;
    const bar = byId("controls").getBoundingClientRect();
    const [above, below] = bar.top > innerHeight / 2 ? [0, Math.min(bar.top, innerHeight)] : [bar.bottom, innerHeight];
    if (from < above) scrollBy(0, from - above);
    else if (to > below) scrollBy(0, Math.min(to - below, from - above));
  };
  return { arrange, isApart, reveal, shift };
};
