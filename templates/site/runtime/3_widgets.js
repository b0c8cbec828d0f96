// What each kind of widget shows of the state, written anew at every rendering.

class Widget {
  constructor(el, block) {
    this.w = W.widgets[+el.dataset.w];
    this.el = el;
    this.env = block.env;
    this.suffix = block.suffix;
    this.key = this.w.index + this.suffix;
    this.kind = KINDS[this.w.kind];
    el.fsmcWidget = this;
  }

  get id() { return this.w.id + (this.w.pinned ? "" : this.suffix); }
  get value() { return X[this.w.value](s, ...this.env); }
  get args() { return valuesOf(this.w.calls[0][1], this.env); }
  part(name) { return this.el.querySelector(`[data-part="${name}"]`); }
  shows(name) { return this.el.querySelector(`[data-show="${name}"]`); }
  parts(name) { return this.el.querySelectorAll(`[data-part="${name}"]`); }
  set(value, at = this.id) {
    if (same(value, this.value)) return render();
    attempt(this.w.calls[0][0], [...this.args, value], at);
  }
  refused() {
    const leftOut = this.w.kind === "route" ? PLACE : PLACE | VALUE;
    return this.w.calls.every(([index, args]) =>
      status(index, valuesOf(args, this.env), leftOut).status !== "enabled");
  }
  update() { this.kind.update(this); }
}

function setState(el, name, on) {
  if (on) el.setAttribute(name, "true");
  else el.removeAttribute(name);
}

function setText(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

const widgetOf = (node) => node.closest("[data-w]")?.fsmcWidget ?? null;

// ---- text ------------------------------------------------------------------------------------

// Where the value of a text field lies, so that raw text is forgotten when it leaves "other".
function rawKey(widget) {
  const { slot, row } = widget.w.cell ?? { slot: null, row: null };
  if (slot === null) return null;
  const at = row === null ? null : X[row](s, ...widget.env);
  return { name: `${slot}:${at}`, slot, row: at };
}

function shownText(widget) {
  const value = widget.value;
  if (value === W.other) return raw.get(rawKey(widget)?.name)?.text ?? widget.w.representative;
  return value ?? "";
}

// Commits a draft: an alternative as it stands, else "any other text", else a refusal.
function commitText(widget) {
  const draft = ui.drafts.get(widget.key);
  if (draft === undefined) return;
  ui.drafts.delete(widget.key);
  const { alternatives, optional } = widget.w;
  const index = widget.w.calls[0][0];
  if (optional && draft === "") return widget.set(null);
  for (const value of [draft, W.other]) {
    if (!alternatives.includes(value)) continue;
    if (same(value, widget.value)) {
      if (value === W.other) keepRaw(widget, draft);
      return render();
    }
    if (status(index, [...widget.args, value]) === ABSENT) continue;
    if (value === W.other) keepRaw(widget, draft);
    return widget.set(value);
  }
  refuse(draft === "" ? "This cannot be empty" : `“${draft}” is not accepted here`, widget.id);
}

function keepRaw(widget, text) {
  const key = rawKey(widget);
  if (key !== null) raw.set(key.name, { text, slot: key.slot, row: key.row });
}

const TEXT = {
  update(widget) {
    const input = widget.part("input");
    const text = ui.drafts.get(widget.key) ?? shownText(widget);
    if (input.value !== text) input.value = text;
    setState(input, "aria-disabled", widget.refused());
  },
};

// ---- choices ---------------------------------------------------------------------------------

const COMBOBOX = {
  update(widget) {
    const open = ui.popup === widget.key, button = widget.part("toggle");
    const chosen = widget.w.options.find(([value]) => same(value, widget.value));
    const text = chosen === undefined ? "" : X[chosen[1]](s, ...widget.env);
    const label = widget.shows("value");
    setText(label, text || "Choose…");
    label.classList.toggle("is-blank", text === "");
    button.setAttribute("aria-expanded", String(open));
    setState(button, "aria-disabled", widget.refused());
    for (const option of widget.parts("option")) {
      const [value] = widget.w.options[+option.dataset.option];
      option.setAttribute("aria-selected", String(same(value, widget.value)));
    }
  },
};

const RADIOS = {
  update(widget) {
    const refused = widget.refused();
    for (const input of widget.parts("check")) {
      const [value] = widget.w.options[+input.dataset.option];
      input.checked = same(value, widget.value);
      input.name = widget.id;
      setState(input, "aria-disabled", refused);
    }
  },
};

const CHECK = {
  update(widget) {
    const input = widget.part("check");
    input.checked = widget.value;
    setState(input, "aria-disabled", widget.refused());
  },
};

// ---- numbers ---------------------------------------------------------------------------------

function paintSlider(widget, value) {
  const slider = widget.part("slider"), { low, step, texts } = widget.w, last = texts.length - 1;
  const position = (value - low) / step;
  slider.setAttribute("aria-valuemin", low);
  slider.setAttribute("aria-valuemax", low + last * step);
  slider.setAttribute("aria-valuenow", value);
  slider.setAttribute("aria-valuetext", texts[position]);
  slider.style.setProperty("--at", String(last === 0 ? 0 : position / last));
  setText(widget.shows("value"), texts[position]);
}

const SLIDER = {
  update(widget) {
    const dragged = gesture.slider?.widget === widget ? gesture.slider.value : widget.value;
    paintSlider(widget, dragged);
    setState(widget.part("slider"), "aria-disabled", widget.refused());
  },
};

const STEPPER = {
  update(widget) {
    const { low, step, texts } = widget.w, value = widget.value, refused = widget.refused();
    const output = widget.shows("value");
    setText(output, texts[(value - low) / step]);
    output.setAttribute("aria-valuemin", low);
    output.setAttribute("aria-valuemax", low + (texts.length - 1) * step);
    output.setAttribute("aria-valuenow", value);
    for (const [part, next] of [["minus", value - step], ["plus", value + step]]) {
      const button = widget.part(part);
      button.disabled = next < low || next > low + (texts.length - 1) * step;
      setState(button, "aria-disabled", refused);
    }
  },
};

// ---- dates -----------------------------------------------------------------------------------

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const isoDate = (day) => new Date(day * 864e5).toISOString().slice(0, 10);
const shownDate = (day) => { const [y, m, d] = isoDate(day).split("-"); return `${+d} ${MONTHS[m - 1].slice(0, 3)} ${y}`; };
const monthOf = (day) => { const [y, m] = isoDate(day).split("-"); return y * 12 + (m - 1); };
const firstOf = (month) => Date.UTC(Math.floor(month / 12), month % 12, 1) / 864e5;

function openMonth(widget) {
  const { low, high } = widget.w;
  if (ui.month !== null) return ui.month;
  return monthOf(Math.min(high, Math.max(low, widget.value ?? W.today)));
}

const DATE = {
  update(widget) {
    const open = ui.popup === widget.key, button = widget.part("toggle"), value = widget.value;
    const label = widget.shows("value");
    setText(label, value === null ? "Pick a date" : shownDate(value));
    label.classList.toggle("is-blank", value === null);
    button.setAttribute("aria-expanded", String(open));
    setState(button, "aria-disabled", widget.refused());
    if (open) this.paint(widget, openMonth(widget));
  },

  paint(widget, month) {
    const { low, high, optional } = widget.w;
    setText(widget.shows("month"), `${MONTHS[month % 12]} ${Math.floor(month / 12)}`);
    widget.part("previous").disabled = month <= monthOf(low);
    widget.part("next").disabled = month >= monthOf(high);
    if (optional) widget.part("clear").disabled = widget.value === null;
    const body = widget.shows("days"), first = firstOf(month), next = firstOf(month + 1);
    const monday = first - ((first + 3) % 7);
    const weeks = [];
    for (let week = monday; week < next; week += 7) {
      const row = document.createElement("tr");
      for (let day = week; day < week + 7; day++) {
        const cell = row.insertCell();
        cell.setAttribute("role", "gridcell");
        if (day < first || day >= next) continue;
        cell.dataset.part = "day";
        cell.dataset.day = day;
        cell.id = `${widget.id}--${isoDate(day)}`;
        cell.tabIndex = -1;
        cell.textContent = day - first + 1;
        cell.setAttribute("aria-label", isoDate(day));
        cell.setAttribute("aria-selected", String(day === widget.value));
        if (day < low || day > high) cell.setAttribute("aria-disabled", "true");
        if (day === W.today) cell.className = "is-today";
      }
      weeks.push(row);
    }
    body.replaceChildren(...weeks);
  },
};

// ---- widgets of routes -----------------------------------------------------------------------

const ROUTE = {
  update(widget) {
    const { el, w } = widget;
    const done = w.marked && isDone(widget);
    const final = w.vertices.every((v) => W.vertices[v].finals.length > 0);
    setState(el, "aria-disabled", final && w.vertices.length > 0 && widget.refused());
    const opened = w.vertices.some((v) => W.vertices[v].children.length > 0 && isRevealed(v, widget.suffix));
    switch (w.shape) {
      case "input": {
        const text = ui.drafts.get(widget.key) ?? (done ? fillTexts(widget)[0] : "");
        if (el.value !== text) el.value = text;
        break;
      }
      case "check": el.checked = done; break;
      case "option": case "tab": el.setAttribute("aria-selected", String(done || opened)); break;
      case "combobox": {
        const chosen = doneBelow(widget), label = el.firstElementChild;
        setText(label, chosen ?? "Choose…");
        label.classList.toggle("is-blank", chosen === null);
        el.setAttribute("aria-expanded", String(opened));
        break;
      }
      case "button": case "menuitem": case "gridcell":
        if (w.opens) el.setAttribute("aria-expanded", String(opened));
        break;
      case "source": el.classList.toggle("is-done", done); break;
      default: break;
    }
  },
};

function isDone(widget) {
  return widget.w.calls.every(([index, args]) => changesNothing(index, valuesOf(args, widget.env)));
}

// The label of the option below a combobox that is already chosen.
function doneBelow(widget) {
  for (const v of widget.w.vertices) {
    for (const child of W.vertices[v].children) {
      const { finals, widget: index } = W.vertices[child];
      const done = finals.length > 0 && finals.every(([i, args]) => changesNothing(i, valuesOf(args, widget.env)));
      if (done && index !== null) return X[W.widgets[index].label](s, ...widget.env);
    }
  }
  return null;
}

function fillTexts(widget) {
  return widget.w.vertices.filter((v) => W.vertices[v].verb === "fill")
    .map((v) => X[W.vertices[v].text](s, ...widget.env));
}

const KINDS = {
  route: ROUTE, text: TEXT, combobox: COMBOBOX, radiogroup: RADIOS, check: CHECK,
  slider: SLIDER, stepper: STEPPER, date: DATE,
};
