// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/**
 * A flame graph within an element: the library with our colours, units, search and keys. `data` is
 * what FlameJson writes; `say` has what is said of frames and searches.
 */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
class FlameChart {
  constructor(host, data, say) {
    Object.assign(this, { host, data, say, up: false });
    data.root.name = "all";
  }

  shown(value) {
    return { bytes: Units.bytes, count: Units.count, nanoseconds: Units.duration }[this.data.unit](value);
  }

  share(value) {
    return Units.share(value / this.data.root.value);
  }

  /** What belongs to no known stack, and why. */
  unknown() {
    const { unknown, unknownError, exact, reasons } = this.data;
    if (!unknown) return exact ? "every call was recorded, so all numbers are exact" : "";
    const error = unknownError ? ` ± ${this.share(unknownError)}` : "";
    const why = Object.entries(reasons).map(([reason, calls]) => `${Units.counted(calls, "call", "calls")} ${reason}`);
    return (
      `${this.share(unknown)}${error} belong to no known stack`
      + (why.length ? ` (picked, but not taken: ${why.join(", ")})` : "")
    );
  }

  /** With a ~ what is estimated, within how much 95 times of 100, and from how many picked calls. */
  about(node) {
    const { name, count, samples, error } = node.data;
    const mark = samples === undefined ? "" : "~";
    return (
      `${name}: ${mark}${this.shown(node.value)}, ${mark}${this.share(node.value)}`
      + (error ? ` ± ${this.share(error)}` : "")
      + (count ? `, ${mark}${Units.counted(count, "time", "times")}` : "")
      + (mark ? `, by ${Units.counted(samples, "sample", "samples")}` : "")
    );
  }

  // One hue for each package, from red to yellow; what is no Java has colours of its own.
  colour(node) {
    const style = getComputedStyle(document.documentElement);
    if (node.highlight) return style.getPropertyValue("--found");
    if (!node.parent) return style.getPropertyValue("--field");
    if (node.data.kind) return style.getPropertyValue(`--${node.data.kind}`);
    const name = node.data.name;
    const end = name.lastIndexOf(".", name.lastIndexOf(".") - 1);
    let hash = 0;
    for (const letter of name.slice(0, Math.max(0, end))) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
    return `hsl(${12 + (hash % 45)} ${document.documentElement.dataset.theme === "dark" ? "55% 34%" : "75% 70%"})`;
  }

  draw() {
    this.host.replaceChildren();
    this.chart = flamegraph
      .default()
      .width(this.host.clientWidth)
      .cellHeight(20)
      .minFrameSize(1)
      .transitionDuration(0)
      .inverted(!this.up)
      .sort((a, b) => b.value - a.value || (a.data.name < b.data.name ? -1 : 1))
      .title("")
      .getName(node => node.data.shown ?? node.data.name)
      .setLabelHandler(node => this.about(node))
      .setColorMapper(node => this.colour(node))
      .setDetailsHandler(text => {
        if (text) this.say.details(text);
      })
      .setSearchHandler((results, sum, total) =>
        this.say.found(`${results.length} frames, ${this.share((sum * this.data.root.value) / total)}`),
      )
      .setSearchMatch((node, term) => {
        try {
          return new RegExp(term, "i").test(node.data.name);
        } catch {
          // The expression is not finished.
          return node.data.name.includes(term);
        }
      });
    d3.select(this.host).datum(structuredClone(this.data.root)).call(this.chart);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.chart.transitionDuration(250);
    this.keyboard();
  }

  search(term) {
    if (term) {
      this.chart.search(term);
    } else {
      this.chart.clear();
      this.say.found("");
    }
  }

  // Frames by keyboard: the graph takes the focus, arrows go to parent, child and siblings.
  keyboard() {
    let at = null;
    const svg = this.host.querySelector("svg");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application"); // with keys of its own
    svg.setAttribute("aria-label", `${this.data.title}, by Java stack`);
    svg.addEventListener("keydown", event => {
      const node = at || d3.select(svg).datum();
      const siblings = node.parent ? node.parent.children : [node];
      const next = {
        ArrowUp: () => (this.up ? node.children?.[0] : node.parent),
        ArrowDown: () => (this.up ? node.parent : node.children?.[0]),
        ArrowLeft: () => siblings[siblings.indexOf(node) - 1],
        ArrowRight: () => siblings[siblings.indexOf(node) + 1],
        Enter: () => {
          this.chart.zoomTo(node);
          return node;
        },
        Escape: () => {
          this.chart.resetZoom();
          return node;
        },
      }[event.key];
      if (!next) return;
      event.preventDefault();
      const to = next();
      if (to) {
        at = to;
        d3.select(svg)
          .selectAll("g.frame")
          .classed("at", frame => frame === at);
        this.say.details(this.about(at));
      }
    });
  }
}
