// The source of a record with its findings, and what the documentation says about them.
const MOST_SOURCE = 200000;

const markedSource = (target, text, findings) => {
  const shown = text.slice(0, MOST_SOURCE);
  const spans = findings.filter((finding) => finding.end > finding.start && finding.end <= shown.length)
    .sort((one, other) => one.start - other.start);
  const parts = [];
  let at = 0;
  for (const { start, end, severity, message } of spans) {
    if (start < at) continue;
    const mark = element("mark", shown.slice(start, end), severity);
    mark.title = message;
    parts.push(shown.slice(at, start), mark);
    at = end;
  }
  parts.push(shown.slice(at) + (shown.length < text.length ? "…" : ""));
  target.replaceChildren(...parts);
};
const findingItem = (finding, explain) => {
  const item = element("li", undefined, finding.severity);
  item.append(element("span", finding.line + ":" + finding.column + ": " + finding.message + " "));
  item.append(button(finding.code, () => explain(finding.code)));
  if (finding.help) item.append(element("p", finding.help, "faint"));
  return item;
};
const explained = (target, code) => {
  const told = JSON.parse(wasm_bindgen.explanation(code));
  if (!told) return target.replaceChildren(element("p", code));
  const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`/g, "");
  target.replaceChildren(element("h3", told.code), element("p", told.rule),
    ...told.meaning.map((text) => element("p", plain(text))), element("p", told.why ? "Why: " + plain(told.why) : ""));
};
// Opens the dialog with the record: as it was read, or as it would be saved now.
const showSource = (text, isAsRead) => {
  const { row, findings } = JSON.parse(wasm_bindgen.report(text));
  const box = byId("source-findings");
  byId("explanation").replaceChildren();
  const explain = (code) => explained(byId("explanation"), code);
  box.replaceChildren(...findings.map((finding) => findingItem(finding, explain)));
  if (!findings.length) box.append(element("li", "No findings: the record is " + row.status));
  byId("source-note").textContent = isAsRead ? "The record as it was read:" : "The record as it would be saved now:";
  markedSource(byId("source-text"), text, findings);
  openDialog("source-dialog");
};
