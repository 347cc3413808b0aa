// What leaves the page: files, the clipboard, and boards on paper.
const download = (content, type, name) => {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
// Copies a text, and tells what then is in the clipboard, or that nothing is.
const copyText = async (text, told) => {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission, the way of older browsers.
    const area = element("textarea", text);
    (pageRoot.querySelector("dialog[open]") || document.body).append(area);
    area.select();
    isCopied = document.execCommand("copy");
    area.remove();
  }
  tell(isCopied ? told : "The browser did not allow copying");
};
// A record as a file. The mark at the beginning says that it is UTF-8, whatever `CA` says, unless that is known to say so.
const downloadRecord = (text, name, isDeclared = false) => {
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  download((isAscii || isDeclared ? "" : "\ufeff") + text, "application/x-go-sgf", name);
};
// Some boards of the line, and its end; `board` is the image of a node, and `label` what it shows.
const listenToPrinting = (navigation, board, label) => {
  const MOST_BOARDS = 12;
  addEventListener("beforeprint", () => {
    if (navigation.current() < 0) return;
    const line = navigation.line();
    const every = Math.max(30, Math.ceil(line.length / MOST_BOARDS / 10) * 10);
    const chosen = line.filter((id, index) => index > 0 && index % every === 0 || index === line.length - 1
      || id === navigation.current());
    byId("printed").replaceChildren(...chosen.map((id) => {
      const figure = element("figure");
      figure.append(board(id), element("figcaption", label(id)));
      return figure;
    }));
  });
  addEventListener("afterprint", () => byId("printed").replaceChildren());
};
