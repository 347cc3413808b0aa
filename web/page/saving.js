// Everything that takes a record out of the page, and what keeps an unsaved one over a reload.
const LONGEST_LINK = 32 * 1024;

const squeezed = async (bytes, stream) => new Uint8Array(
  await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const toBase64Url = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
// The text of a record in a link; the most that is unpacked is what a record may have.
const fromBase64Url = async (text) => {
  const MOST = 64 * 1024 * 1024;
  const packed = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST) throw new Error("it unpacks to more than 64 MiB");
    parts.push(next.value);
  }
  return new Blob(parts).text();
};

// `settle` ends what is still typed; `unfinished` are the points of a move that is not complete.
const makeSaving = ({ positions, viewOptions, say, settle, unfinished }) => {
  const STORED = "kifu-unsaved";
  const BEFORE = "kifu-unsaved-before";
  // What was saved last, or opened: the text, and the number of edits.
  let savedText = null;
  let savedEdits = 0;
  let fileName = "game.sgf";
  // What the page calls it where no player has a name.
  let title = "";
  let isOwn = false;
  let timer = null;
  const editor = () => positions.editor();
  const text = () => editor().text();
  const baseName = () => fileName.replace(/\.[^.]*$/, "");
  const isUnsaved = () => {
    if (editor() === null || editor().edits() === savedEdits) return false;
    if (text() !== savedText) return true;
    savedEdits = editor().edits();
    return false;
  };
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const showUnsaved = () => {
    byId("unsaved").hidden = !isUnsaved();
    byId("restore").hidden = !leftBefore();
  };
  // What another session has left: the key of it.
  const leftBefore = () => [BEFORE, ...(isOwn ? [] : [STORED])].find((key) => stored(key));

  // The children from the root to the cursor.
  const way = () => {
    const { nodes, path } = positions;
    const line = path(editor().cursor());
    return line.slice(1).map((id) => nodes[nodes[id].parent].children.indexOf(id));
  };
  const store = () => {
    clearTimeout(timer);
    timer = null;
    if (!editor()) return;
    try {
      if (isUnsaved()) {
        // What another session has left stays until it is taken up.
        if (!isOwn && stored(STORED)) localStorage.setItem(BEFORE, localStorage.getItem(STORED));
        isOwn = true;
        localStorage.setItem(STORED, JSON.stringify({ text: text(), way: way(), name: fileName, title }));
      } else if (isOwn) {
        localStorage.removeItem(STORED);
      }
    } catch {
      say("The browser has no room to keep this record over a reload: save it");
    }
    showUnsaved();
  };
  const changed = () => {
    showUnsaved();
    clearTimeout(timer);
    timer = setTimeout(store, 250);
  };
  const leave = () => {
    settle();
    store();
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });

  const saved = () => {
    savedEdits = editor().edits();
    savedText = text();
    store();
  };
  // Another record: `edits` are those that are not saved.
  const opened = (name, shownTitle, isRestored) => {
    title = shownTitle;
    fileName = (name || positions.data.game + ".sgf").replace(/^.*\//, "").replace(/(\.sgf)?$/i, ".sgf");
    savedEdits = isRestored ? -1 : editor().edits();
    savedText = isRestored ? null : text();
    isOwn = isRestored === true;
    showUnsaved();
  };
  const save = () => {
    settle();
    downloadRecord(text(), fileName, /CA\[UTF-8\]/i.test(text()));
    saved();
    const left = unfinished();
    say("saved as " + fileName + (left.length ? ". The move that is not complete is not in it: " + left.join(", ") : ""));
  };
  const copy = async () => {
    settle();
    await copyText(text(), "The record is in the clipboard");
  };
  const share = async () => {
    settle();
    const packed = await squeezed(new TextEncoder().encode(text()), new CompressionStream("deflate-raw"));
    // A position of the main line is named by its ply.
    const { nodes } = positions;
    const isMain = way().every((child) => child === 0);
    const ply = isMain ? nodes[editor().cursor()].ply : 0;
    const link = location.href.replace(/#.*/, "") + "#record=" + toBase64Url(packed) + (ply ? "&ply=" + ply : "");
    if (link.length > LONGEST_LINK) {
      tell("The record is too long for a link: share the file instead");
      return save();
    }
    await copyText(link, "The link is in the clipboard" + (ply ? "; it opens at ply " + ply : ""));
    return link;
  };
  const picture = () => {
    const whole = { ...viewOptions(), whole: true, size: 1200 };
    return JSON.parse(editor().view(JSON.stringify(whole))).svg;
  };
  const pictureName = (ending) => baseName() + "-" + positions.nodes[editor().cursor()].ply + ending;
  const saveSvg = () => download(picture(), "image/svg+xml", pictureName(".svg"));
  const savePng = () => new Promise((done) => {
    const image = new Image();
    const url = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
    image.addEventListener("load", () => {
      const canvas = element("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => {
        download(blob, "image/png", pictureName(".png"));
        done(blob.size);
      }, "image/png");
    });
    image.src = url;
  });
  return {
    changed, opened, save, copy, share, saveSvg, savePng, isUnsaved, store,
    unsaved: () => stored(STORED),
    takeBefore: () => {
      const key = leftBefore();
      const found = key && stored(key);
      if (key) localStorage.removeItem(key);
      return found;
    },
  };
};
