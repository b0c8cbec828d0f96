// `window.fsmc`: what tests, agents and recorders call.

const STORE = `fsmc ${W.digest}`;

function restore(state) {
  s = state;
  raw.clear();
  refusal = says = anchor = null;
  log = [];
  resetUi();
  gesture.number += 1;
  gesture.frozen = gesture.ignoreClick = false;
  gesture.slider = gesture.hovered = null;
  if (gesture.drag !== null) clearDrag(gesture.drag);
  gesture.drag = null;
  dirty = true;
  flush();
  toTop();
}

function toTop() {
  scrollTo({ top: 0, left: 0, behavior: "instant" });
  for (const el of document.querySelectorAll(".scrolls, .veil, textarea, input")) {
    if (el.scrollTop !== 0) el.scrollTop = 0;
    if (el.scrollLeft !== 0) el.scrollLeft = 0;
  }
}

function canon() {
  const clean = uiIsClean();
  resetUi();
  document.activeElement?.blur();
  getSelection()?.removeAllRanges();
  gesture.hovered = null;
  if (!clean) dirty = true;
  thaw();
  toTop();
}

function read() {
  flush();
  const found = { state: s, refusal, says, log };
  log = [];
  return found;
}

// ---- what is on the page -----------------------------------------------------------------------

const SKIPPED = "[data-fx], script, template, style";
const ROLES = { a: "link", button: "button", textarea: "textbox", img: "img", ul: "list", li: "listitem", nav: "navigation", main: "main", header: "banner", h1: "heading", h2: "heading", h3: "heading", table: "table", section: "region", footer: "contentinfo" };
const INPUTS = { text: "textbox", search: "searchbox", checkbox: "checkbox", radio: "radio" };
const NAMED_BY_CONTENT = new Set(["button", "link", "option", "menuitem", "tab", "gridcell", "heading", "switch", "cell", "row"]);

const roleOf = (el) => el.getAttribute("role") ?? (el.localName === "input" ? INPUTS[el.type] : ROLES[el.localName]) ?? "";

function nameOf(el, role) {
  const label = el.getAttribute("aria-label") ?? el.getAttribute("alt");
  if (label !== null) return label;
  if (el.labels?.length > 0) return el.labels[0].textContent.trim();
  return NAMED_BY_CONTENT.has(role) ? el.textContent.trim() : "";
}

// What an element is for those who cannot see it: as a gesture names its target.
function named(el) {
  const role = roleOf(el);
  return { role, name: nameOf(el, role) };
}

function ownText(el) {
  let text = "";
  for (const node of el.childNodes) if (node.nodeType === Node.TEXT_NODE) text += node.data;
  return text.trim();
}

function documentBox(el) {
  const box = el.getBoundingClientRect();
  return [box.left + scrollX, box.top + scrollY, box.width, box.height].map((n) => Math.round(n));
}

const LIVE = ["aria-expanded", "aria-selected", "aria-disabled", "aria-valuenow", "aria-current"];

function lines() {
  const found = [];
  const visit = (el) => {
    if (el.matches(SKIPPED)) return;
    const role = roleOf(el);
    const live = LIVE.map((name) => el.getAttribute(name)).map((v) => v ?? "").join(",");
    const value = el.matches("input, textarea") ? JSON.stringify(el.value) : el.getAttribute("src") ?? "";
    const checked = el.checked === undefined ? "" : String(el.checked);
    const disabled = el.disabled === true || el.inert === true ? "disabled" : "";
    found.push([el.localName, role, nameOf(el, role), ownText(el), value, checked, live, disabled, documentBox(el).join(" ")].join("|"));
    for (const child of el.children) visit(child);
  };
  visit(document.body);
  return found;
}

function boxes() {
  const found = [];
  for (const el of document.querySelectorAll("a[href], button, input, textarea, [data-part], [data-w][role]")) {
    if (el.closest(SKIPPED) || el.closest("[inert]") || el.id === "" || el.disabled) continue;
    const [x, y, width, height] = documentBox(el), role = roleOf(el);
    const box = el.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const hit = at === null ? null : el.contains(at) || (el.labels !== undefined && [...(el.labels ?? [])].some((l) => l.contains(at)));
    found.push({ id: el.id, selector: `#${CSS.escape(el.id)}`, role, name: nameOf(el, role), text: el.textContent.trim(), x, y, width, height, hit });
  }
  return found;
}

window.fsmc = Object.freeze({
  digest: W.digest,
  get: () => s,
  restore,
  reset: () => restore(W.initial),
  step(index, args) {
    const { status: found, text } = attempt(index, args);
    return { status: found, text, says: found === "enabled" ? says : null };
  },
  read, canon, lines, boxes, named,
});

// One session is one tab: loading any address of the site shows the state that it is in.
addEventListener("pagehide", () => sessionStorage.setItem(STORE, JSON.stringify(s)));
const stored = sessionStorage.getItem(STORE);
if (stored !== null) s = JSON.parse(stored);
dirty = true;
flush();
startHistory();
