// The operators that JavaScript does not have: each as `fsmc/model/ops.py` defines it.
// Values are JSON: none is null, sets are sorted arrays without repeats. No dependency.
"use strict";
const F = (() => {
  const SYMBOLS = { EUR: "€", USD: "$", GBP: "£", JPY: "¥", INR: "₹", KRW: "₩" };
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const OTHER = "\ue000";

  const eq = (a, b) => {
    if (a === b) return true;
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!eq(a[i], b[i])) return false;
    return true;
  };
  const points = (a, b) => {
    const x = Array.from(a), y = Array.from(b);
    for (let i = 0; i < x.length && i < y.length; i++) {
      const d = x[i].codePointAt(0) - y[i].codePointAt(0);
      if (d) return d;
    }
    return x.length - y.length;
  };
  // The order of elements of one set: none first, then by value, texts by code point.
  const order = (a, b) => {
    if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
    if (typeof a === "string") return points(a, b);
    if (!Array.isArray(a)) return Number(a) - Number(b);
    for (let i = 0; i < a.length && i < b.length; i++) {
      const d = order(a[i], b[i]);
      if (d) return d;
    }
    return a.length - b.length;
  };
  const normal = (values) => {
    const sorted = [...values].sort(order);
    return sorted.filter((v, i) => i === 0 || !eq(v, sorted[i - 1]));
  };
  const down = (a, b) => Math.floor(a / b);
  const date = (days) => new Date(days * 86400000);
  const kept = (source, where) => source.filter((v) => where(v));
  const best = (source, where, body, better) =>
    kept(source, where).map((v) => body(v)).reduce((m, v) => (m === null || better(v, m) ? v : m), null);

  return {
    OTHER, eq, order, down,
    ne: (a, b) => !eq(a, b),
    up: (a, b) => { const q = Math.ceil(a / b); return q === 0 ? 0 : q; },
    half_up: (a, b) => down(2 * a + b, 2 * b),
    half_even: (a, b) => {
      const q = down(a, b), rest = 2 * (a - q * b);
      return q + (rest > b || (rest === b && q % 2 !== 0) ? 1 : 0);
    },
    in: (v, source) => source.some((x) => eq(x, v)),
    set_of: (...values) => normal(values),
    union: (a, b) => normal(a.concat(b)),
    difference: (a, b) => a.filter((v) => !b.some((x) => eq(x, v))),
    present: (values) => values.filter((v) => v !== null).length,
    store: (vector, index, value) => vector.map((v, i) => (i === index ? value : v)),
    position: (value, options) => options.findIndex((x) => eq(x, value)),
    year: (days) => date(days).getUTCFullYear(),
    month: (days) => date(days).getUTCMonth() + 1,
    day: (days) => date(days).getUTCDate(),
    show_money: (cents, currency) => {
      const size = Math.abs(cents), whole = String(Math.floor(size / 100));
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
      const symbol = Object.hasOwn(SYMBOLS, currency) ? SYMBOLS[currency] : currency + " ";
      return (cents < 0 ? "-" : "") + symbol + grouped + "." + String(size % 100).padStart(2, "0");
    },
    show_date: (days) => {
      const d = date(days);
      return d.getUTCDate() + " " + MONTHS[d.getUTCMonth()] + " " + d.getUTCFullYear();
    },
    show_text: (value, representative) => (value === OTHER ? representative : value),
    each_set: (source, where, body) => normal(kept(source, where).map((v) => body(v))),
    each_sum: (source, where, body) => kept(source, where).reduce((sum, v) => sum + body(v), 0),
    each_count: (source, where) => kept(source, where).length,
    each_any: (source, where, body) => kept(source, where).map((v) => body(v)).some(Boolean),
    each_all: (source, where, body) => kept(source, where).map((v) => body(v)).every(Boolean),
    each_min: (source, where, body) => best(source, where, body, (a, b) => a < b),
    each_max: (source, where, body) => best(source, where, body, (a, b) => a > b),
    each_first: (source, where, body) => {
      for (const v of source) if (where(v)) return body(v);
      return null;
    },
    each_join: (source, where, body) => kept(source, where).map((v) => body(v)).join(", "),
  };
})();
if (typeof module !== "undefined") module.exports = F;
