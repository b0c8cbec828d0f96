// Runs inside the page, for the replayer alone: finds, aims and reads. Never ships with a site.
(() => {
  const down = { target: null };
  addEventListener("pointerdown", (event) => {
    down.target = event.target;
  }, true);

  const describe = (el) => {
    if (el === null) return "nothing";
    const id = el.id === "" ? "" : `#${el.id}`;
    const text = (el.textContent ?? "").trim().slice(0, 40);
    return `<${el.localName}${id}>${text === "" ? "" : ` “${text}”`}`;
  };
  const holds = (el, hit) =>
    hit !== null && (el.contains(hit) || [...(el.labels ?? [])].some((label) => label.contains(hit)));

  // One element, in the middle of the window, and what lies at its centre.
  const aim = (selector) => {
    const found = document.querySelectorAll(selector);
    if (found.length !== 1) return { count: found.length };
    const el = found[0];
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = el.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const style = getComputedStyle(el);
    const hidden = box.width < 1 || box.height < 1 || style.visibility !== "visible";
    down.target = null;
    return {
      count: 1, x, y, box: [box.left, box.top, box.width, box.height], hidden,
      disabled: el.disabled === true || el.closest("[inert]") !== null,
      hit: holds(el, hit), cover: describe(hit), scroll: [scrollX, scrollY],
    };
  };

  const guarded = (run) => {
    try {
      return run();
    } catch (error) {
      return { error: String(error && error.stack ? error.stack : error) };
    }
  };

  window.fsmcReplay = Object.freeze({
    aim: (selector) => guarded(() => aim(selector)),
    restoreAndAim: (state, selector) => guarded(() => {
      fsmc.restore(state);
      return selector === null ? { count: 1 } : aim(selector);
    }),
    center: (selector) => guarded(() => {
      const found = document.querySelectorAll(selector);
      if (found.length !== 1) return { count: found.length };
      const box = found[0].getBoundingClientRect();
      return { count: 1, x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }),
    focus: (selector) => guarded(() => {
      const el = document.querySelector(selector);
      if (el !== null && document.activeElement !== el) el.focus({ preventScroll: true });
      return {};
    }),
    look: (state) => guarded(() => {
      fsmc.restore(state);
      fsmc.canon();
      return { lines: fsmc.lines(), state: fsmc.get() };
    }),
    // Messages are no part of the state: out of sight while pixels are compared.
    hush: (on) => guarded(() => {
      for (const el of document.querySelectorAll("[data-fx]")) el.style.visibility = on ? "hidden" : "";
      return {};
    }),
    boxes: () => guarded(() => ({ boxes: fsmc.boxes() })),
    peek: () => guarded(() => ({ read: fsmc.read() })),
    // Reads first; the page is put in its canonical view, and described, after that.
    settle: (selector, message, earlier) => guarded(() => {
      const read = earlier ?? fsmc.read();
      const aimed = selector === null ? null : document.querySelector(selector);
      const moved = aimed !== null && down.target !== null && down.target !== undefined
        && down.target.isConnected && !holds(aimed, down.target) ? describe(down.target) : null;
      const told = message === null ? true : [...document.querySelectorAll("[data-fx]")].some(
        (el) => el.textContent.includes(message) && el.checkVisibility() && el.getClientRects().length > 0);
      const before = JSON.stringify(fsmc.get());
      fsmc.canon();
      return { ...read, told, moved, steady: before === JSON.stringify(fsmc.get()), lines: fsmc.lines() };
    }),
  });
})();
