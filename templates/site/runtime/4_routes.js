// Free-form routes: gestures walk a trie; its inner steps are ui only, its last one takes a transition.

// The vertex performed last and all before it, nearest first.
function performed() {
  const found = [];
  for (let v = ui.prefix?.v ?? null; v !== null; v = W.vertices[v].parent) found.push(v);
  return found;
}

function isRevealed(v, suffix) {
  return ui.prefix !== null && ui.prefix.suffix === suffix && performed().includes(v);
}

// The vertex that this gesture reaches from where the page is: nearest to the last step first.
function vertexFor(widget, verb, fits = () => true) {
  const found = widget.w.vertices.filter((v) => W.vertices[v].verb === verb && fits(W.vertices[v]));
  const from = ui.prefix !== null && ui.prefix.suffix === widget.suffix ? performed() : [];
  for (const parent of [...from, null]) {
    const vertex = found.find((v) => W.vertices[v].parent === parent);
    if (vertex !== undefined) return vertex;
  }
  return null;
}

// Does the step: takes the transition that is enabled, else says why not, else shows what follows.
function perform(v, env, suffix, at) {
  const { finals, children } = W.vertices[v];
  let refused = null;
  for (const [index, args] of finals) {
    const values = valuesOf(args, env), found = status(index, values);
    if (found === ENABLED) return void attempt(index, values, at);
    if (found !== ABSENT) refused ??= [index, values];
  }
  if (refused !== null) return void attempt(...refused, at);
  if (children.length > 0) {
    ui.popup = null;
    ui.prefix = { v, suffix };
    render();
  }
}

function performOn(widget, v) {
  perform(v, widget.env, widget.suffix, widget.id);
}

function routeClick(widget, verb = "click") {
  const v = vertexFor(widget, verb) ?? (verb === "click" ? vertexFor(widget, "hover") : null);
  if (v === null) {
    if (widget.el.closest(".popup") === null) closePopups();
    return;
  }
  const { children, finals, parent, verb: kind } = W.vertices[v];
  const isOpen = finals.length === 0 && children.length > 0 && isRevealed(v, widget.suffix);
  if (isOpen && kind === "click") { // a second click closes what the first one opened
    ui.prefix = parent === null ? null : { v: parent, suffix: widget.suffix };
    return render();
  }
  performOn(widget, v);
}

// Typing into a box whose text begins a longer route shows what comes next at once.
function routeInput(widget, text) {
  ui.drafts.set(widget.key, text);
  const v = vertexFor(widget, "fill", (vertex) => X[vertex.text](s, ...widget.env) === text);
  if (v !== null && W.vertices[v].finals.length === 0) ui.prefix = { v, suffix: widget.suffix };
  else if (performed().some((p) => widget.w.vertices.includes(p))) ui.prefix = null;
  render();
}

// Enter or leaving the box: a text that ends a route is the gesture, any other text is refused.
function routeCommit(widget, byEnter) {
  const draft = ui.drafts.get(widget.key);
  const text = draft ?? widget.el.value;
  const v = vertexFor(widget, "fill", (vertex) => X[vertex.text](s, ...widget.env) === text);
  if (byEnter && v !== null) {
    const enter = W.vertices[v].children.find((c) => W.vertices[c].verb === "press" && keyOfVertex(c, widget.env) === "enter");
    if (enter !== undefined) return performOn(widget, enter);
  }
  if (draft === undefined) return;
  if (v === null) {
    ui.drafts.delete(widget.key);
    if (draft === "") return render();
    return refuse(`“${draft}” leads nowhere here`, widget.id);
  }
  if (W.vertices[v].finals.length > 0) {
    ui.drafts.delete(widget.key);
    performOn(widget, v);
  }
}

const keyOfVertex = (v, env) => String(X[W.vertices[v].text](s, ...env)).toLowerCase();

function keyOfEvent(event) {
  const modifiers = [["Control", event.ctrlKey], ["Alt", event.altKey], ["Meta", event.metaKey], ["Shift", event.shiftKey && event.key.length > 1]];
  const key = event.key === " " ? "Space" : event.key;
  return [...modifiers.filter(([, on]) => on).map(([name]) => name), key].join("+").toLowerCase();
}

// A key goes to the element of the step before it; a key that begins a route goes to the page.
function routeKey(event) {
  const key = keyOfEvent(event), focused = widgetOf(event.target);
  for (const v of performed()) {
    const before = widgetAt(W.vertices[v].widget, ui.prefix.suffix);
    for (const child of W.vertices[v].children) {
      const { verb, widget: index } = W.vertices[child];
      if (verb !== "press") continue;
      const receiver = index === null ? before : widgetAt(index, ui.prefix.suffix);
      const env = before?.env ?? receiver?.env ?? [];
      if (keyOfVertex(child, env) !== key) continue;
      if (receiver !== null && focused !== receiver && event.target !== document.body) continue;
      perform(child, env, ui.prefix.suffix, receiver?.id ?? null);
      return true;
    }
  }
  if (focused !== null && focused.w.kind === "route") {
    const v = vertexFor(focused, "press", (vertex) => keyOfVertex(W.vertices.indexOf(vertex), focused.env) === key);
    if (v !== null) return performOn(focused, v), true;
  }
  for (const v of W.places[placeNow()].keys) {
    if (keyOfVertex(v, []) === key) return perform(v, [], "", null), true;
  }
  return false;
}

function widgetAt(index, suffix) {
  if (index === null) return null;
  const w = W.widgets[index];
  return document.getElementById(w.id + (w.pinned ? "" : suffix))?.fsmcWidget ?? null;
}

function closePopups() {
  if (ui.popup === null && ui.prefix === null) return;
  ui.popup = ui.month = ui.prefix = null;
  render();
}
