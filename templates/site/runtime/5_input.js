// Events. From pointerdown to click nothing in the page moves: the click means what was pressed.

const gesture = { number: 0, frozen: false, slider: null, drag: null, ignoreClick: false, x: NaN, y: NaN, hovered: null };
const DRAG_THRESHOLD = 5;

const tasks = new MessageChannel(); // a task after the events that are waiting
tasks.port1.onmessage = ({ data }) => { if (data === gesture.number) thaw(); };

function thaw() {
  gesture.frozen = false;
  flush();
}

addEventListener("pointerdown", (event) => {
  gesture.number += 1;
  gesture.frozen = true;
  gesture.ignoreClick = false;
  if (event.button !== 0) return;
  const widget = widgetOf(event.target);
  if (widget === null) return;
  if (event.target.closest('[data-part="slider"]') !== null) {
    gesture.slider = { widget, value: sliderValue(widget, event.clientX) };
    widget.part("slider").setPointerCapture(event.pointerId);
    paintSlider(widget, gesture.slider.value);
  } else if (widget.w.kind === "route" && vertexFor(widget, "drag") !== null) {
    gesture.drag = { widget, x: event.clientX, y: event.clientY, active: false, over: null };
  }
}, true);

addEventListener("pointermove", (event) => {
  if (event.clientX === gesture.x && event.clientY === gesture.y) return;
  gesture.x = event.clientX;
  gesture.y = event.clientY;
  if (gesture.slider !== null) {
    gesture.slider.value = sliderValue(gesture.slider.widget, event.clientX);
    paintSlider(gesture.slider.widget, gesture.slider.value);
  } else if (gesture.drag !== null) moveDrag(gesture.drag, event);
  else if (!gesture.frozen) hover(event);
}, true);

function moveDrag(drag, event) {
  drag.active ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_THRESHOLD;
  if (!drag.active) return;
  drag.widget.el.classList.add("is-dragged");
  drag.widget.el.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
  const over = document.elementsFromPoint(event.clientX, event.clientY).map(widgetOf)
    .find((w) => w !== null && w.w.isTarget && w !== drag.widget) ?? null;
  drag.over?.el.classList.remove("is-over");
  drag.over = over;
  over?.el.classList.add("is-over");
}

function hover(event) {
  const widget = event.target instanceof Element ? widgetOf(event.target) : null;
  if (widget === gesture.hovered) return;
  gesture.hovered = widget;
  if (widget === null || widget.w.kind !== "route") return;
  const v = vertexFor(widget, "hover");
  if (v !== null && !isRevealed(v, widget.suffix)) performOn(widget, v);
}

addEventListener("pointerup", (event) => {
  const { slider, drag } = gesture;
  gesture.slider = gesture.drag = null;
  if (slider !== null) {
    dirty = true; // what was painted while dragging is written again
    slider.widget.set(slider.value);
  }
  if (drag !== null) endDrag(drag);
  void event;
  tasks.port2.postMessage(gesture.number);
}, true);

addEventListener("pointercancel", () => {
  const { slider, drag } = gesture;
  gesture.slider = gesture.drag = null;
  dirty ||= slider !== null;
  if (drag !== null) clearDrag(drag);
  thaw();
}, true);

function clearDrag(drag) {
  drag.widget.el.classList.remove("is-dragged");
  drag.widget.el.style.removeProperty("translate");
  if (drag.widget.el.getAttribute("style") === "") drag.widget.el.removeAttribute("style");
  drag.over?.el.classList.remove("is-over");
}

function endDrag(drag) {
  clearDrag(drag);
  gesture.ignoreClick = drag.active;
  if (!drag.active || drag.over === null) return;
  const v = vertexFor(drag.widget, "drag", (vertex) => W.widgets[vertex.to].index === drag.over.w.index);
  if (v !== null) performOn(drag.widget, v);
}

addEventListener("click", (event) => {
  if (event.target.closest("a") !== null) event.preventDefault();
  const isCheck = event.target.closest("label.check, [type=checkbox], [type=radio]") !== null;
  if (!gesture.ignoreClick) clicked(event);
  gesture.ignoreClick = false;
  if (isCheck) tasks.port2.postMessage(gesture.number); // its change comes first
  else thaw();
}, true);

function clicked(event) {
  const widget = widgetOf(event.target);
  if (widget === null) {
    if (event.target.closest(".popup") === null) closePopups();
    return;
  }
  const part = event.target.closest("[data-part]"), name = part?.dataset.part ?? null;
  if (widget.w.kind !== "route") return clickedPart(widget, name, part);
  if (widget.w.shape !== "check") return routeClick(widget);
  const isInput = event.target.localName === "input";
  if (isInput && event.target.type === "radio" && isDone(widget)) routeClick(widget); // no change will follow
}

function clickedPart(widget, name, part) {
  switch (name) {
    case "toggle":
      ui.popup = ui.popup === widget.key ? null : widget.key;
      ui.month = ui.prefix = null;
      return render();
    case "option":
      if (part.localName === "input") return;
      return closeWith(widget, widget.w.options[+part.dataset.option][0]);
    case "minus": return widget.set(widget.value - widget.w.step, part.id);
    case "plus": return widget.set(widget.value + widget.w.step, part.id);
    case "previous": case "next":
      ui.month = openMonth(widget) + (name === "next" ? 1 : -1);
      return render();
    case "clear": return closeWith(widget, null);
    case "day":
      if (part.getAttribute("aria-disabled") !== "true") closeWith(widget, +part.dataset.day);
      return;
    default:
      if (part === null || part.closest(".popup") === null) closePopups();
  }
}

function closeWith(widget, value) {
  ui.popup = ui.month = null;
  widget.set(value);
  document.getElementById(widget.id)?.focus({ preventScroll: true });
}

addEventListener("change", (event) => {
  const widget = widgetOf(event.target), { type } = event.target;
  if (widget === null || (type !== "checkbox" && type !== "radio")) return;
  dirty = true; // the browser changed the box: it is written again in any case
  if (widget.w.kind === "route") routeClick(widget);
  else if (type === "checkbox") widget.set(!widget.value);
  else widget.set(widget.w.options[+event.target.dataset.option][0]);
  thaw();
}, true);

addEventListener("dblclick", (event) => otherClick(event, "double_click"), true);
addEventListener("contextmenu", (event) => { if (otherClick(event, "right_click")) event.preventDefault(); }, true);

function otherClick(event, verb) {
  const widget = widgetOf(event.target);
  const there = widget !== null && widget.w.kind === "route" && vertexFor(widget, verb) !== null;
  if (there) routeClick(widget, verb);
  thaw();
  return there;
}

addEventListener("wheel", (event) => {
  const widget = widgetOf(event.target);
  if (widget === null || widget.w.kind !== "route") return;
  const v = vertexFor(widget, "scroll");
  if (v === null) return;
  event.preventDefault();
  performOn(widget, v);
}, { capture: true, passive: false });

addEventListener("dragstart", (event) => event.preventDefault(), true);

// ---- text --------------------------------------------------------------------------------------

const isTextBox = (node) => node.dataset?.part === "input";

addEventListener("input", (event) => {
  const widget = widgetOf(event.target);
  if (widget === null || !isTextBox(event.target)) return;
  if (widget.w.kind === "route") routeInput(widget, event.target.value);
  else ui.drafts.set(widget.key, event.target.value);
}, true);

function commit(node, byEnter) {
  const widget = widgetOf(node);
  if (widget === null || !isTextBox(node)) return;
  if (widget.w.kind === "route") routeCommit(widget, byEnter);
  else commitText(widget);
}

addEventListener("focusout", (event) => { if (!rendering) commit(event.target, false); }, true);

// ---- keys --------------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Tab") return trapTab(event);
  if (fieldKey(event) || routeKey(event) || textKey(event) || (event.key === "Escape" && escape())) event.preventDefault();
}, true);

function textKey(event) {
  if (event.key !== "Enter" || !isTextBox(event.target)) return false;
  if (event.target.localName === "textarea" && !event.ctrlKey && !event.metaKey) return false;
  commit(event.target, true);
  return true;
}

function escape() {
  const draft = isTextBox(document.activeElement) && ui.drafts.delete(widgetOf(document.activeElement)?.key);
  if (ui.popup === null && ui.prefix === null && !draft) return false;
  closePopups();
  render();
  return true;
}

function fieldKey(event) {
  const widget = widgetOf(event.target);
  if (widget === null) return false;
  switch (event.target.dataset.part) {
    case "slider": return sliderKey(widget, event.key);
    case "toggle": return toggleKey(widget, event.key);
    case "option": return optionKey(widget, event.target, event.key);
    case "day": return dayKey(widget, event.target, event.key);
    default: return false;
  }
}

function sliderValue(widget, x) {
  const slider = widget.part("slider"), box = slider.getBoundingClientRect();
  const inside = Math.min(box.right - 0.5, Math.max(box.left + 0.5, x));
  const share = (inside - box.left) / box.width;
  const last = widget.w.texts.length - 1;
  const at = Math.round((getComputedStyle(slider).direction === "rtl" ? 1 - share : share) * last);
  return widget.w.low + at * widget.w.step;
}

function sliderKey(widget, key) {
  const { low, step, texts } = widget.w, high = low + (texts.length - 1) * step;
  const ahead = getComputedStyle(widget.part("slider")).direction === "rtl" ? -step : step;
  const now = widget.value;
  const wanted = {
    ArrowRight: now + ahead, ArrowLeft: now - ahead, ArrowUp: now + step, ArrowDown: now - step,
    Home: low, End: high, PageUp: now + 10 * step, PageDown: now - 10 * step,
  }[key];
  if (wanted === undefined) return false;
  widget.set(Math.min(high, Math.max(low, wanted)));
  return true;
}

function toggleKey(widget, key) {
  if (key !== "ArrowDown" && key !== "ArrowUp") return false;
  if (ui.popup !== widget.key) {
    ui.popup = widget.key;
    ui.month = ui.prefix = null;
    render();
  }
  const first = widget.el.querySelector('[role="option"][aria-selected="true"], [role="gridcell"][aria-selected="true"]')
    ?? widget.el.querySelector('[role="option"], [data-part="day"]:not([aria-disabled])');
  first?.focus();
  return true;
}

function optionKey(widget, option, key) {
  if (option.localName === "input") return false;
  if (key === "Enter" || key === " ") return closeWith(widget, widget.w.options[+option.dataset.option][0]), true;
  const all = [...widget.parts("option")], at = all.indexOf(option);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
  if (next === undefined) return false;
  all[Math.min(all.length - 1, Math.max(0, next))].focus();
  return true;
}

function dayKey(widget, cell, key) {
  if (key === "Enter" || key === " ") return cell.click(), true;
  const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[key];
  if (move === undefined) return false;
  const { low, high } = widget.w, day = Math.min(high, Math.max(low, +cell.dataset.day + move));
  ui.month = monthOf(day);
  render();
  document.getElementById(`${widget.id}--${isoDate(day)}`)?.focus();
  return true;
}
