// The place in the address: `#ply=14&variation=2.1`. The variation gives, for each place from the root on where
// lines part, the number of the branch; it is left out on the main line. `#14` is short for `#ply=14`.
const makeAddress = (positions, navigation) => {
  const { nodes, path } = positions;
  let written = null;
  let timer = null;

  const of = (id) => {
    const numbers = [];
    for (const step of path(id).slice(1)) {
      const siblings = nodes[nodes[step].parent].children;
      if (siblings.length > 1) numbers.push(siblings.indexOf(step) + 1);
    }
    const isMain = numbers.every((number) => number === 1);
    return "#ply=" + nodes[id].ply + (isMain ? "" : "&variation=" + numbers.join("."));
  };

  // The node that an address names; `undefined` if it names none.
  const read = (fragment) => {
    const text = fragment.replace(/^#/, "");
    const keys = new URLSearchParams(/^\d+$/.test(text) ? "ply=" + text : text);
    const [ply, variation] = [keys.get("ply"), keys.get("variation")];
    if (ply === null && variation === null) return undefined;
    const numbers = variation ? variation.split(".").map(Number) : [];
    const line = [0];
    let last = 0;
    for (let node = 0; nodes[node].children.length;) {
      const { children } = nodes[node];
      const number = children.length > 1 && numbers.length ? numbers.shift() : 1;
      node = children[number - 1];
      if (node === undefined) return undefined;
      if (children.length > 1 && variation) last = numbers.length ? last : last || node;
      line.push(node);
    }
    if (ply === null) return last;
    const found = line.find((node) => nodes[node].ply === Number(ply));
    return found === undefined && Number(ply) > 0 ? line[line.length - 1] : found;
  };

  const write = () => {
    written = of(navigation.current());
    // Not after every step of a fast player: browsers limit how often the address changes.
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        history.replaceState(null, "", written);
      } catch {
        // A page without an address of its own.
      }
    }, 120);
  };
  addEventListener("hashchange", () => {
    if (location.hash === written) return;
    const node = read(location.hash);
    if (node !== undefined) navigation.go(node);
  });
  return { read, write };
};
