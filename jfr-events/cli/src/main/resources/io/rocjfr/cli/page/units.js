// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Numbers as the command line and JMC's pages write them, to the last digit: io.rocjfr.figures.Units. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Units = (() => {
  /** By the decimal digits, as Java rounds: toFixed makes 2.85 of 2.855, which no double is. */
  function fixed(value, digits) {
    const [whole, rest = ""] = String(value).split(".");
    if (rest.length <= digits || rest.includes("e")) return value.toFixed(digits);
    const rounded = String(Number(whole + rest.slice(0, digits)) + (rest[digits] >= "5" ? 1 : 0)).padStart(
      digits + 1,
      "0",
    );
    return digits ? `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}` : rounded;
  }
  function scaled(value, step, units) {
    let unit = 0;
    while (value >= step - 0.5 && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return `${fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)}\u00a0${units[unit]}`;
  }
  const grouped = new Intl.NumberFormat("en-US");
  function duration(nanos) {
    if (nanos < 0) return `-${duration(-nanos)}`;
    if (nanos < 1000) return `${Math.round(nanos)}\u00a0ns`;
    const seconds = Math.floor(nanos / 1e9);
    if (seconds >= 600) {
      const two = n => String(n).padStart(2, "0");
      return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}\u00a0h`;
    }
    return scaled(nanos / 1e3, 1000, ["\u03bcs", "ms", "s"]);
  }
  const text = t => String(t).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
  return {
    duration,
    bytes: b => (b < 1024 ? `${b}\u00a0B` : scaled(b / 1024, 1024, ["KiB", "MiB", "GiB", "TiB", "PiB"])),
    bandwidth: b => (b > 0 ? scaled(b, 1000, ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"]) : "-"),
    count: n => grouped.format(n),
    counted: (n, one, many) => `${grouped.format(n)} ${n === 1 ? one : many}`,
    share: s => (Number.isFinite(s) ? `${fixed(100 * s, 1)}\u00a0%` : "-"),
    /** In the time zone of who reads it. */
    when(epochNanos) {
      const date = new Date(epochNanos / 1e6);
      const two = n => String(n).padStart(2, "0");
      return (
        [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-")
        + " "
        + [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")
      );
    },
    /** A place on the time axis, as exact as its ticks are apart. */
    time(nanos, step) {
      const [unit, name] =
        step >= 1e8 ? [1e9, "s"] : step >= 1e5 ? [1e6, "ms"] : step >= 100 ? [1e3, "\u03bcs"] : [1, "ns"];
      const digits = Math.max(0, Math.min(3, Math.ceil(-Math.log10(step / unit) - 1e-9)));
      const [whole, rest] = (nanos / unit).toFixed(digits).split(".");
      return `${grouped.format(Number(whole)) + (rest ? `.${rest}` : "")}\u00a0${name}`;
    },
    /** What ticks so far apart may have in common: whole units of the next greater kind. */
    baseStep: step => (step >= 1e8 ? Infinity : step >= 1e5 ? 1e9 : step >= 100 ? 1e6 : 1e3),
    /** Of the first tick; 0 where a label is short without. */
    base(nanos, step) {
      const of = this.baseStep(step);
      return nanos >= of ? Math.floor(nanos / of) * of : 0;
    },
    text,
    /** Of a table's cell: by itself the library takes a value for HTML. */
    tip: (_event, cell) => text(cell.getValue()),
  };
})();
