// The report reads well without this; it adds: follow the map, enlarge pictures, mark where one is.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  for (const map of all(".pagemap")) {
    const edges = all(".edge", map);
    const nodes = all(".node", map);
    const follow = (chosen) => {
      map.classList.toggle("following", chosen.length > 0);
      const ends = new Set(chosen.flatMap((edge) => [edge.dataset.a, edge.dataset.b]));
      for (const edge of edges) edge.classList.toggle("on", chosen.includes(edge));
      for (const node of nodes) node.classList.toggle("on", ends.has(node.dataset.n));
    };
    for (const node of nodes) {
      const own = edges.filter((e) => e.dataset.a === node.dataset.n || e.dataset.b === node.dataset.n);
      node.addEventListener("pointerenter", () => follow(own));
      node.addEventListener("pointerleave", () => follow([]));
    }
    for (const edge of edges) {
      edge.addEventListener("pointerenter", () => follow([edge]));
      edge.addEventListener("pointerleave", () => follow([]));
    }
  }

  const viewer = document.getElementById("viewer");
  let strip = [];
  let at = 0;
  const show = (index) => {
    at = Math.max(0, Math.min(index, strip.length - 1));
    viewer.querySelector(".stage").replaceChildren(strip[at].querySelector(".shot").cloneNode(true));
    const caption = strip[at].querySelector("figcaption").cloneNode(true);
    viewer.querySelector(".text").replaceChildren(...caption.childNodes);
  };
  const open = (frame) => {
    strip = all(".frame", frame.parentElement);
    show(strip.indexOf(frame));
    viewer.showModal();
  };
  for (const frame of all(".frame")) {
    frame.addEventListener("click", () => open(frame));
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        open(frame);
      }
    });
  }
  viewer.addEventListener("click", () => viewer.close());
  viewer.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") show(at + 1);
    if (event.key === "ArrowLeft") show(at - 1);
  });

  const links = all("nav a");
  const mark = () => {
    const line = scrollY + 90;
    const passed = links.filter((a) => document.querySelector(a.hash).offsetTop <= line);
    const here = passed[passed.length - 1];
    for (const link of links) link.classList.toggle("here", link === here);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
})();
