// The element. Attributes:
//
//   src          the address of a record: the only thing that is ever fetched
//   ply          the ply that is shown at first; `end` for the last one
//   size         the width, as 400px or 20rem
//   theme        wood, paper, dark or print
//   coordinates  `off` leaves them out
//   playable     whether moves can be played on the board
//
// The record is the content of the element, or what `src` names. The event `ply` tells each position that is shown,
// `record` each record that is played on.
const COMMANDS = ["first", "back", "next", "last"];
let loading = null;
const core = () => {
  loading = loading || loadCoreOnce();
  return loading;
};
const loadCoreOnce = async () => {
  const packed = atob(CORE);
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  wasm_bindgen.initSync({ module });
};
const LARGEST = 64 * 1024 * 1024;

class KifuBoard extends HTMLElement {
  static observedAttributes = ["src", "ply", "size", "theme", "coordinates", "playable"];

  #parts = null;
  #positions = null;
  #navigation = null;
  #request = 0;

  connectedCallback() {
    if (!this.shadowRoot) this.#build();
    // The content may not be parsed yet.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.#load(), { once: true });
    else setTimeout(() => this.#load(), 0);
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || !this.#navigation || before === after) return;
    if (name === "src") this.#load();
    else if (name === "ply") this.#goToPly();
    else this.#again();
  }

  /** The record in canonical form. */
  get record() { return this.#positions?.editor()?.text(); }

  /** Shows another record. */
  set record(text) { this.#request += 1; this.#show(text); }

  /** The ply that is shown. */
  get ply() { return this.#positions?.view() ? this.#positions.nodes[this.#navigation.current()].ply : 0; }

  set ply(ply) { this.setAttribute("ply", String(ply)); }

  #build() {
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    const holder = document.createElement("template");
    holder.innerHTML = TEMPLATE;
    root.append(style, holder.content);
    this.#parts = makeParts(root);
    const { byId } = this.#parts;
    const isOn = () => this.getAttribute("coordinates") !== "off";
    this.#positions = this.#parts.makeCorePositions(() => ({ theme: this.getAttribute("theme") || "wood", coordinates: isOn() }));
    this.#navigation = this.#parts.makeNavigation(this.#positions);
    const area = byId("board");
    const act = (point, wall) => this.#act(point, wall);
    const board = this.#parts.makeCoreBoard(this.#positions, {
      area, act, drag: (from, to) => { act(from); act(to); }, say: (text) => { byId("said").textContent = text; },
      choiceAt: (point) => (point.choices || [])[0] || "",
    });
    const panel = this.#parts.makePanel(this.#positions.data, this.#positions, this.#navigation);
    this.#navigation.listen((id) => {
      const view = this.#positions.look(id);
      board.show(view);
      const playable = this.hasAttribute("playable") ? JSON.parse(this.#positions.editor().playable()) : { points: [], chosen: [], others: [] };
      board.offer(playable, false);
      this.#offer(playable);
      board.describe(panel.status(id));
      panel.describe(id);
      byId("comment").textContent = view.comment;
      this.#offerError(id);
      this.#parts.showPlace(this.#navigation, id, panel.label(id));
      const { ply, move, player } = this.#positions.nodes[id];
      this.dispatchEvent(new CustomEvent("ply", { bubbles: true, composed: true, detail: { ply, move, player, status: panel.status(id) } }));
    });
    const steps = { first: -Infinity, back: -1, next: 1, last: Infinity };
    for (const id of COMMANDS) {
      byId(id).addEventListener("click", () => this.#positions.editor() && this.#navigation.step(steps[id]));
    }
    root.addEventListener("keydown", (event) => {
      if (!this.#positions.editor() || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target === area && this.hasAttribute("playable")) {
        const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        if (moves[event.key]) board.move(...moves[event.key]);
        else if (event.key === "Enter" || event.key === " ") board.choose();
        else if (event.key === "w") board.nextChoice();
        else return;
        event.preventDefault();
        return;
      }
      const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (!(event.key in keys)) return;
      event.preventDefault();
      this.#navigation.step(keys[event.key]);
    });
    const plays = { pass: "pass", "take-button": "button", swap: "swap" };
    for (const id of Object.keys(plays)) byId(id).addEventListener("click", () => this.#played(this.#positions.editor().play(plays[id])));
    byId("finish").addEventListener("click", () => this.#played(this.#positions.editor().finish()));
    byId("to-error").addEventListener("click", () => this.#navigation.go(this.#errorNode()));
    byId("undo").addEventListener("click", () => { if (this.#positions.editor().undo()) this.#edited(); });
  }

  /** The node of the first error, if there is one. */
  #errorNode() { return this.#positions.data.findings.find((finding) => finding.severity === "error")?.node; }

  /** Elsewhere than at the first error, the way to it. */
  #offerError(id) {
    const wrong = this.#errorNode();
    const control = this.#parts.byId("to-error");
    control.hidden = wrong === undefined || wrong === id;
    if (control.hidden) return;
    const { ply, move, damaged } = this.#positions.nodes[wrong];
    control.textContent = "This record is " + (damaged ? "damaged" : "invalid") + (ply ? (move ? " at" : " after") + " ply " + ply : "");
  }

  #offer(playable) {
    const { byId } = this.#parts;
    byId("plays").hidden = !this.hasAttribute("playable");
    byId("board").tabIndex = this.hasAttribute("playable") ? 0 : -1;
    byId("finish").hidden = !playable.complete;
    for (const [id, name] of [["pass", "pass"], ["take-button", "button"], ["swap", "swap"]]) byId(id).hidden = !playable.others.includes(name);
  }

  #act(point, wall) {
    if (!this.hasAttribute("playable")) return;
    this.#played(this.#positions.editor().choose(point.column, point.row, wall || (point.choices || [])[0] || ""));
  }

  #played(json) {
    const answer = JSON.parse(json);
    const said = this.#parts.byId("said");
    said.classList.toggle("wrong", answer.done === "refused");
    said.textContent = answer.done === "refused" ? "Not legal: " + answer.message : "";
    if (answer.done === "played") this.#edited();
    else if (answer.done === "chosen") this.#navigation.tellAgain();
  }

  #edited() {
    this.#positions.update();
    if (!this.#navigation.go(this.#positions.editor().cursor())) this.#navigation.tellAgain();
    this.dispatchEvent(new CustomEvent("record", { bubbles: true, composed: true, detail: { record: this.record } }));
  }

  #again() {
    if (this.hasAttribute("size")) this.style.width = this.getAttribute("size");
    if (!this.#positions.editor()) return;
    this.#goesOn();
    this.#navigation.tellAgain();
  }

  async #load() {
    this.#request += 1;
    const own = this.#request;
    try {
      let text = this.textContent;
      if (this.hasAttribute("src")) {
        const answer = await fetch(this.getAttribute("src"), { credentials: "same-origin", referrerPolicy: "no-referrer" });
        if (!answer.ok) throw new Error("the record cannot be fetched: " + answer.status);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (bytes.length > LARGEST) throw new Error("the record has more than 64 MiB");
        await core();
        text = wasm_bindgen.recordText(bytes, 0) ?? "";
      }
      if (own === this.#request) await this.#show(text);
    } catch (error) {
      if (own === this.#request) this.#fail(error);
    }
  }

  async #show(text) {
    await core();
    const { byId } = this.#parts;
    try {
      this.#positions.open(wasm_bindgen.Editor.open(text));
    } catch (error) {
      return this.#fail(error);
    }
    byId("error").hidden = true;
    this.shadowRoot.querySelector("main").hidden = false;
    if (this.hasAttribute("size")) this.style.width = this.getAttribute("size");
    this.#goesOn();
    this.#navigation.restart(0);
    // An illegal record opens at its first error.
    if (this.hasAttribute("ply")) this.#goToPly();
    else this.#navigation.go(this.#errorNode());
  }

  /** Of a game that is to be played, it need not be told that it is not finished. */
  #goesOn() {
    if (!this.hasAttribute("playable")) return;
    this.#positions.editor().resume();
    this.#positions.update();
  }

  #goToPly() {
    const ply = this.getAttribute("ply");
    if (ply === "end") this.#navigation.last();
    else if (ply !== null && Number(ply) !== this.ply) {
      const line = this.#navigation.line();
      const found = line.find((id) => this.#positions.nodes[id].ply === Number(ply));
      this.#navigation.go(found ?? line[line.length - 1]);
    }
  }

  #fail(error) {
    const { byId } = this.#parts;
    this.shadowRoot.querySelector("main").hidden = true;
    byId("error").hidden = false;
    byId("error").textContent = "The record cannot be shown: " + (error.message || error);
  }
}
if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
