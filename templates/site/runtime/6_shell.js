// The place shown: page, dialog on top, what the last transition said, address and history.

const stage = document.getElementById("stage");
const alertBox = document.getElementById("refusal"), toast = document.getElementById("says");
let rendering = false, dirty = false;
let shown = null, shownPage = null; // the page's block
let dialog = null, shownDialog = null;

const pageNow = () => s[0];

function dialogNow() {
  return W.pages[pageNow()].dialogs.find((index) => W.dialogs[index].onTop(s)) ?? null;
}

// Where keys that begin a route go.
function placeNow() {
  const top = dialogNow();
  return top === null ? `page ${pageNow()}` : `dialog ${top}`;
}

function render() {
  dirty = true;
  if (!gesture.frozen) flush();
}

function flush() {
  if (!dirty || rendering) return;
  dirty = false;
  rendering = true;
  if (shownPage !== pageNow()) {
    shownPage = pageNow();
    stage.replaceChildren();
    shown = new Block(document.getElementById(`page-${shownPage}`), [], "");
    const end = document.createComment("");
    stage.append(end);
    shown.before(end);
    scrollTo({ top: 0, left: 0, behavior: "instant" });
  }
  shown.update();
  showDialog();
  rendering = false;
  showMessages();
  showAddress();
}

function showDialog() {
  const top = dialogNow();
  if (top !== shownDialog) {
    dialog?.remove();
    dialog = top === null ? null : new Block(document.getElementById(`dialog-${top}`), [], "");
    dialog?.before(document.getElementById("dialogs-end"));
  }
  dialog?.update();
  stage.inert = top !== null;
  if (top !== shownDialog) {
    shownDialog = top;
    if (top !== null) focusDialog();
  }
}

const FOCUSABLE = 'a[href], button:not([disabled]), input, textarea, [tabindex="0"]';
const inDialog = () => [...document.querySelectorAll("#dialogs [role=dialog]")].flatMap((d) => [...d.querySelectorAll(FOCUSABLE)]);

function focusDialog() {
  const all = inDialog();
  (all.find((el) => el.localName === "button") ?? all[0])?.focus({ preventScroll: true });
}

function trapTab(event) {
  if (shownDialog === null) return;
  const all = inDialog();
  if (all.length === 0) return event.preventDefault();
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge && all.includes(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0]).focus();
}

// ---- messages: no state, no space --------------------------------------------------------------

function showMessages() {
  setText(toast, says ?? "");
  setText(alertBox, refusal ?? "");
  toast.hidden = says === null;
  alertBox.hidden = refusal === null;
  if (refusal !== null) placeAlert();
}

function placeAlert() {
  const target = anchor === null ? null : document.getElementById(anchor);
  const box = target?.getBoundingClientRect() ?? { left: innerWidth / 2, top: 72, bottom: 72, width: 0 };
  const { offsetWidth: width, offsetHeight: height } = alertBox;
  const left = Math.min(innerWidth - width - 8, Math.max(8, box.left));
  const below = box.bottom + 8 + height <= innerHeight;
  const top = Math.min(innerHeight - height - 8, Math.max(8, below ? box.bottom + 8 : box.top - height - 8));
  alertBox.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}

addEventListener("scroll", () => { if (refusal !== null) placeAlert(); }, { passive: true });
addEventListener("resize", () => { if (refusal !== null) placeAlert(); });

// ---- address and history -----------------------------------------------------------------------

const addressNow = () => `#/${W.pages[pageNow()].address(s)}`;
let addressAt = -1;

// The address shows the place. It is left behind when places change faster than a person can:
// browsers drop history calls that come too often, and Back needs its own.
function showAddress() {
  document.title = `${W.pages[pageNow()].title(s)} · ${W.title}`;
  if (location.hash === addressNow() || !started) return;
  if (performance.now() - addressAt < 100) return;
  addressAt = performance.now();
  history.replaceState({ fsmc: "top" }, "", addressNow());
}

let started = false;

function startHistory() {
  if (history.state?.fsmc !== "top") {
    history.replaceState({ fsmc: "base" }, "", addressNow());
    history.pushState({ fsmc: "top" }, "", addressNow());
  }
  started = true;
  showAddress();
}

addEventListener("popstate", (event) => {
  if (event.state?.fsmc === "top") return; // back from an address typed in, below
  if (event.state?.fsmc !== "base") return void history.back(); // any address shows the current state
  history.pushState({ fsmc: "top" }, "", addressNow());
  goBack();
});

function goBack() {
  let refused = null;
  for (const index of W.pages[pageNow()].back) {
    const found = status(index, []);
    if (found === ENABLED) return void attempt(index, []);
    if (found !== ABSENT) refused ??= index;
  }
  if (refused !== null) attempt(refused, []);
}
