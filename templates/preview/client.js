// Added to the preview's pages only: reloads them on change and shows what is wrong with the world.
(() => {
  "use strict";
  const overlay = document.createElement("div");
  overlay.setAttribute("data-fx", "");
  overlay.hidden = true;
  const shadow = overlay.attachShadow({ mode: "open" });
  shadow.innerHTML = `<style>
    .shade { position: fixed; inset: 0; z-index: 2147483647; overflow: auto; padding: 6vh 5vw;
      background: rgb(15 17 26 / .93); backdrop-filter: blur(3px); }
    .box { max-width: 1000px; margin: auto; border-top: 4px solid #ff5c5c; border-radius: 8px;
      background: #1b1e2b; color: #e8eaf2; box-shadow: 0 20px 60px rgb(0 0 0 / .5); }
    h1 { margin: 0; padding: 18px 24px 0; font: 600 18px system-ui, sans-serif; }
    p { margin: 0; padding: 4px 24px 0; color: #9aa1b9; font: 14px system-ui, sans-serif; }
    pre { margin: 0; padding: 18px 24px 26px; overflow: auto; white-space: pre;
      font: 13.5px/1.55 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
    .e { color: #ff7b7b; font-weight: 600; } .w { color: #ffc86b; font-weight: 600; }
    .g { color: #6ea8fe; } .m { color: #ff9d9d; }
  </style><div class="shade" role="alert"><div class="box"><h1>The world has an error</h1>
  <p>Below is what it was before. Save a correction, and this goes away.</p><pre></pre></div></div>`;
  const pre = shadow.querySelector("pre");
  const paint = (text) => {
    pre.replaceChildren();
    for (const line of text.split("\n")) {
      const span = document.createElement("span");
      span.textContent = line + "\n";
      if (/^error\[/.test(line)) span.className = "e";
      else if (/^(warning|note)\[/.test(line)) span.className = "w";
      else if (/^ *\| +[\^-]/.test(line)) span.className = "m";
      else if (/^ *(-->|:::|=|\|)/.test(line)) span.className = "g";
      pre.append(span);
    }
  };
  let seen = null;
  const events = new EventSource("/.fsmc/events");
  events.addEventListener("version", (event) => {
    const { version, error } = JSON.parse(event.data);
    if (seen !== null && seen !== version) return location.reload();
    seen = version;
    overlay.hidden = error === "";
    if (error) paint(error);
  });
  document.addEventListener("DOMContentLoaded", () => document.body.append(overlay));
  if (document.body) document.body.append(overlay);
})();
