// Templates become blocks of nodes that are patched in place: by condition, by key, never as a whole.

class Block {
  constructor(template, env, suffix) {
    this.env = env;
    this.suffix = suffix;
    this.start = document.createComment("");
    this.end = document.createComment("");
    this.content = document.createDocumentFragment();
    this.content.append(this.start, document.importNode(template.content, true), this.end);
    this.parts = [];
    this.widgets = [];
    for (const el of this.content.querySelectorAll("template, [data-x], [data-id], [data-for], [data-w]")) this.take(el);
  }

  take(el) {
    const data = el.dataset;
    if (el.localName === "template") {
      this.parts.push(data.each !== undefined ? new Rows(el, this) : new When(el, this));
      return;
    }
    const suffix = data.pinned === undefined ? this.suffix : "";
    if (data.id !== undefined) el.id = data.id + suffix + (data.key === undefined ? "" : `--${data.key}`);
    if (data.for !== undefined) el.htmlFor = data.for + suffix;
    if (data.x !== undefined) this.parts.push(new Texts(el, this));
    if (data.w !== undefined) this.widgets.push(new Widget(el, this));
    for (const name of ["id", "key", "pinned", "for", "x"]) delete data[name];
  }

  update() {
    for (const part of this.parts) part.update();
    for (const widget of this.widgets) widget.update();
  }

  before(node) {
    if (this.content !== null) {
      node.before(this.content);
      this.content = null;
      return;
    }
    const range = document.createRange();
    range.setStartBefore(this.start);
    range.setEndAfter(this.end);
    node.before(range.extractContents());
  }

  remove() {
    const range = document.createRange();
    range.setStartBefore(this.start);
    range.setEndAfter(this.end);
    range.deleteContents();
  }
}

// Texts and attributes: `text:3 aria-label:4`.
class Texts {
  constructor(el, block) {
    this.el = el;
    this.env = block.env;
    this.parts = el.dataset.x.split(" ").map((part) => {
      const [name, index] = part.split(":");
      return { name, value: X[+index], last: null };
    });
  }

  update() {
    for (const part of this.parts) {
      const value = part.value(s, ...this.env);
      if (value === part.last) continue;
      part.last = value;
      if (part.name === "text") this.el.textContent = value;
      else if (part.name === "src") this.picture(value);
      else this.el.setAttribute(part.name, value);
    }
  }

  // A row may have no picture.
  picture(path) {
    this.el.hidden = path === "";
    if (this.el.hidden) this.el.removeAttribute("src");
    else this.el.setAttribute("src", W.pictures[path] ?? path);
  }
}

// There while a condition holds: an expression (x), a widget (w) or none (n), an empty list (e),
// a gesture done (v), an open popup (o).
class When {
  constructor(template, block) {
    const condition = template.dataset.if, index = +condition.slice(1), { env, suffix } = block;
    this.block = null;
    this.make = () => new Block(template, env, suffix);
    this.end = document.createComment("");
    template.replaceWith(this.end);
    this.test = {
      x: () => X[index](s, ...env),
      w: () => isPresent(W.widgets[index], env),
      n: () => !isPresent(W.widgets[index], env),
      e: () => rowsOf(W.lists[index], env).length === 0,
      v: () => isRevealed(index, suffix),
      o: () => ui.popup === index + suffix,
    }[condition[0]];
  }

  update() {
    const there = this.test();
    if (there && this.block === null) {
      this.block = this.make();
      this.block.before(this.end);
    } else if (!there && this.block !== null) {
      this.block.remove();
      this.block = null;
    }
    this.block?.update();
  }
}

// One block for each row, kept by the row's key.
class Rows {
  constructor(template, block) {
    this.template = template;
    this.list = W.lists[+template.dataset.each];
    this.outer = block;
    this.blocks = new Map();
    this.end = document.createComment("");
    template.replaceWith(this.end);
  }

  update() {
    const { env, suffix } = this.outer;
    const rows = rowsOf(this.list, env);
    const kept = new Map();
    for (const value of rows) {
      const key = W.keyOf(this.list.keys, value);
      kept.set(key, this.blocks.get(key) ?? new Block(this.template, [...env, value], `${suffix}--${key}`));
    }
    for (const [key, block] of this.blocks) if (!kept.has(key)) block.remove();
    const wanted = [...kept.values()];
    let next = this.end;
    for (let i = wanted.length - 1; i >= 0; i--) {
      const block = wanted[i];
      if (block.content !== null || block.end.nextSibling !== next) block.before(next);
      next = block.start;
    }
    this.blocks = kept;
    for (const block of wanted) block.update();
  }
}

// The rows of a list that are shown now, in order: of its source, where, sorted, on its sheet.
function rowsOf(list, env) {
  let rows = X[list.source](s, ...env);
  if (list.where !== null) rows = rows.filter((row) => X[list.where](s, ...env, row));
  for (const [key, descending, present] of list.sort.toReversed()) {
    if (rows.length === 0 || (present !== null && !X[present](s, ...env, rows[0]))) continue;
    const sign = descending ? -1 : 1;
    const ranked = rows.map((row) => [X[key](s, ...env, row), row]);
    ranked.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0));
    rows = ranked.map(([, row]) => row);
  }
  if (list.sheet === null) return rows;
  const first = (s[list.sheet] ?? 0) * list.size;
  return rows.slice(first, first + list.size);
}

// A widget is there while one of its transitions is more than absent; a dialog above does not count.
function isPresent(w, env) {
  const leftOut = w.kind === "route" ? PLACE : PLACE | VALUE;
  return w.calls.some(([index, args]) => status(index, valuesOf(args, env), leftOut) !== ABSENT);
}

function valuesOf(args, env) {
  return args.map((x) => X[x](s, ...env));
}
