// What replay adds to a page: it finds the target of a gesture, and tells what became of it.

(() => {
"use strict";
const site = window.fsmc;
const errors = [];
const pressed = { target: null, scroll: null, moved: null };

addEventListener("error", (event) => errors.push(event.message ?? `${event.target.localName} ${event.target.getAttribute("src") ?? ""} cannot be loaded`), true);
addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)), true);

// A press must land on what was aimed at, where it was aimed at: pages may scroll in between.
addEventListener("pointerdown", (event) => {
  if (pressed.target === null || pressed.moved !== null) return;
  if (!belongs(pressed.target, event.target)) pressed.moved = `the press went to ${describe(event.target)}`;
  else if (pressed.scroll !== `${scrollX},${scrollY}`) pressed.moved = `the page scrolled from ${pressed.scroll} to ${scrollX},${scrollY}`;
  pressed.target = null;
}, true);

// The wheel and Back reach the page some time after the browser was told.
const LATE = { scroll: "wheel", back: "popstate" };
const heard = { wheel: 0, popstate: 0 };
let before = 0;
for (const name of Object.keys(heard)) addEventListener(name, () => { heard[name] += 1; }, { capture: true, passive: true });

// ---- finding -----------------------------------------------------------------------------------

const belongs = (el, at) => at !== null && (el.contains(at) || (el.labels !== undefined && [...(el.labels ?? [])].some((label) => label.contains(at))));

function describe(el) {
  if (el === null || el === document) return "nothing";
  const id = el.id === "" ? "" : `#${el.id}`;
  const classes = [...el.classList].map((name) => `.${name}`).join("");
  const text = el.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  return `${el.localName}${id}${classes}${text === "" ? "" : ` “${text}”`}`;
}

function located(selector) {
  const found = document.querySelectorAll(selector);
  if (found.length === 0) return { problem: "no match", detail: "" };
  if (found.length > 1) return { problem: "many matches", detail: String(found.length) };
  return { el: found[0] };
}

const inWindow = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;

// The point of a box at a share of its width, in whole pixels inside it.
function pointIn(box, at) {
  const inside = (value, low, high) => Math.max(Math.ceil(low + 0.5), Math.min(Math.floor(high - 0.5), Math.round(value)));
  return [inside(box.left + box.width * at, box.left, box.right), inside(box.top + box.height / 2, box.top, box.bottom)];
}

// The box to aim at: that of the whole element, or of its first part where lines wrap.
function target(el, at) {
  const whole = el.getBoundingClientRect(), parts = el.getClientRects();
  for (const box of parts.length > 1 ? [whole, parts[0]] : [whole]) {
    const [x, y] = pointIn(box, at);
    const hit = document.elementFromPoint(x, y);
    if (belongs(el, hit)) return { box, x, y };
    if (box === parts[0] || parts.length <= 1) return { box, x, y, problem: "covered", detail: `by ${describe(hit)}` };
  }
  return { box: whole, problem: "covered", detail: "" };
}

function seen(el) {
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

// Brings an element into view if it is not, and says where to put the mouse on it.
function reach(selector, at = 0.5) {
  const found = located(selector);
  if (found.problem !== undefined) return found;
  const { el } = found;
  if (!seen(el)) return { problem: "hidden", detail: "" };
  if (el.disabled === true) return { problem: "disabled", detail: "" };
  let aim = inWindow(el.getBoundingClientRect()) ? target(el, at) : { problem: "covered" };
  if (aim.problem !== undefined) {
    el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    aim = target(el, at);
  }
  return { el, ...aim };
}

const plain = ({ left, top, width, height }) => [left, top, width, height].map((n) => Math.round(n * 100) / 100);

const squeezed = (text) => text.trim().replace(/\s+/g, " ");

// What is wrong with the role and the name of an element, if anything is.
function misnamed(el, role, name) {
  const found = site.named(el);
  if (found.role === role && squeezed(found.name) === squeezed(name)) return null;
  return { el, problem: "named otherwise", detail: `${found.role} “${found.name}”` };
}

// Where a gesture goes. Afterwards the mouse or the keyboard does it.
function aim({ verb, selector, role, name, to, at }) {
  if (verb in LATE) before = heard[LATE[verb]];
  if (selector === null) return { scroll: [scrollX, scrollY] };
  let from = reach(selector, at ?? 0.5);
  if (from.problem === undefined && role !== null) from = misnamed(from.el, role, name) ?? from;
  let end = null;
  if (from.problem === undefined && to !== null) {
    end = reach(to);
    if (end.problem === undefined && !inWindow(from.el.getBoundingClientRect())) { // show both at once
      const a = from.el.getBoundingClientRect(), b = end.el.getBoundingClientRect();
      scrollBy({ top: (a.top + a.bottom + b.top + b.bottom) / 4 - innerHeight / 2, behavior: "instant" });
    }
    if (end.problem === undefined) [from, end] = [{ el: from.el, ...target(from.el, 0.5) }, { el: end.el, ...target(end.el, 0.5) }];
  }
  const bad = from.problem !== undefined ? from : end?.problem !== undefined ? end : null;
  if (bad !== null) return { problem: bad.problem, detail: bad.detail ?? "", selector: bad === from ? selector : to };
  if (verb === "press") {
    if (document.activeElement !== from.el) from.el.focus({ preventScroll: true });
  } else if (verb !== "hover" && verb !== "scroll") {
    pressed.target = from.el;
    pressed.scroll = `${scrollX},${scrollY}`;
  }
  return {
    scroll: [scrollX, scrollY], point: [from.x, from.y], box: plain(from.box),
    to: end === null ? null : { point: [end.x, end.y], box: plain(end.box) },
  };
}

// ---- telling -----------------------------------------------------------------------------------

// The messages that a person can see now.
function messages() {
  const found = [];
  for (const el of document.querySelectorAll("[data-fx], [data-fx] *")) {
    const own = [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (!own || !seen(el)) continue;
    const box = el.getBoundingClientRect();
    if (box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight) found.push(el.textContent.trim());
  }
  return found;
}

const lines = () => [document.title, ...site.lines()].map((line) => line.replaceAll("\n", "␤")).join("\n");

// All that a picture shows. Pages that agree in it look alike.
const dom = () => document.body.innerHTML + JSON.stringify([...document.querySelectorAll("input, textarea")].map((el) => [el.value, el.checked]));

const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function restore(state) {
  pressed.target = pressed.moved = null;
  errors.length = 0;
  site.restore(state);
}

window.fsmcHand = Object.freeze({
  aim,
  digest: () => site.digest,
  // Puts the page into a state, and aims the first gesture.
  begin(state, gesture) {
    restore(state);
    return aim(gesture);
  },
  // Waits, not for ever, until a gesture has reached the page.
  async arrived(verb) {
    for (let turn = 0; turn < 100 && heard[LATE[verb]] === before; turn += 1) await new Promise((go) => setTimeout(go, 10));
    return heard[LATE[verb]] > before;
  },
  // What the gestures did: what was read before anything is put in order, and the page after.
  finish() {
    const { state, refusal, says, log } = site.read();
    const shown = messages();
    site.canon();
    const after = site.get();
    return { state, refusal, says, log, shown, after: equal(state, after) ? null : after, lines: lines(), moved: pressed.moved, errors: errors.slice() };
  },
  // What has been taken since it was asked last, without putting anything in order.
  peek() {
    const { state, refusal, says, log } = site.read();
    const told = { state, refusal, says, log, shown: messages(), moved: pressed.moved, errors: errors.slice() };
    pressed.target = pressed.moved = null;
    errors.length = 0;
    return told;
  },
  // Messages are no part of a state: they are taken out of its picture.
  hush() {
    for (const el of document.querySelectorAll("[data-fx]")) el.style.visibility = "hidden";
  },
  // What another actor does.
  take(state, index, args) {
    if (state !== null) restore(state);
    return site.step(index, args);
  },
  show(state) {
    restore(state);
    site.canon();
    return { state: site.get(), lines: lines(), dom: dom(), boxes: site.boxes(), errors: errors.slice() };
  },
});
})();
