// The one state, the ui beside it, and how a transition changes them.

const W = window.FSMC_WORLD;
const X = W.x;
const PLACE = 1, VALUE = 2; // origins of guards that a caller may leave out
const ENABLED = { status: "enabled", text: null }, ABSENT = { status: "absent", text: null };

let s = W.initial; // never changed in place
let refusal = null, says = null, anchor = null; // what the last transition said, and where
let log = [];
const raw = new Map(); // text that was typed where the state holds "any other text"
const ui = { popup: null, month: null, drafts: new Map(), prefix: null };

function uiIsClean() {
  return ui.popup === null && ui.month === null && ui.drafts.size === 0 && ui.prefix === null;
}

function resetUi() {
  ui.popup = ui.month = ui.prefix = null;
  ui.drafts.clear();
}

function same(a, b) {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((value, i) => same(value, b[i]));
}

// What someone meets who tries a transition now: the same as kernel/step.py says.
function status(index, args, leftOut = 0) {
  let refusing = null;
  for (const [test, text, origin] of W.transitions[index].guards) {
    if ((origin & leftOut) || (text !== null && refusing !== null)) continue;
    if (test(s, ...args)) continue;
    if (text === null) return ABSENT;
    refusing = text;
  }
  return refusing === null ? ENABLED : { status: "refused", text: refusing(s, ...args) };
}

// Takes the transition, or is refused, or nothing happens. `at` is the id of the widget used.
function attempt(index, args, at = null) {
  const found = status(index, args);
  if (found === ABSENT) return found;
  const transition = W.transitions[index];
  if (found === ENABLED) {
    const next = s.slice();
    for (const [slot, value] of transition.writes) next[slot] = value(s, ...args);
    says = transition.says === null ? null : transition.says(s, ...args);
    refusal = null;
    s = next;
    log.push([index, args]);
    forgetRaw();
  } else {
    refusal = found.text;
    says = null;
  }
  anchor = at;
  resetUi();
  render();
  return found;
}

// A gesture that the world does not know is refused with words of the site's own.
function refuse(text, at) {
  refusal = text;
  says = null;
  anchor = at;
  resetUi();
  render();
}

function forgetRaw() {
  for (const [key, { slot, row }] of raw) {
    const value = row === null || s[slot] === null ? s[slot] : s[slot][row];
    if (value !== W.other) raw.delete(key);
  }
}

// Whether the writes of a transition would leave everything as it is: the sign of "done already".
function changesNothing(index, args) {
  const { marks } = W.transitions[index];
  if (marks === null) return false;
  return marks.every((i) => {
    const [slot, value] = W.transitions[index].writes[i];
    return same(value(s, ...args), s[slot]);
  });
}
