// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = id => document.getElementById(id);
  const dark = () => document.documentElement.dataset.theme === "dark";
  const graph = new FlameChart(element("graph"), data, {
    details: text => {
      element("details").textContent = text;
    },
    found: text => {
      element("found").textContent = text;
    },
  });
  element("title").textContent = `${data.title}: ${graph.shown(data.root.value)}`;
  document.title = `${data.title}, by Java stack`;
  element("source").textContent =
    `By Java stack, of ${data.source}. Width is the share${graph.unknown() ? `; ${graph.unknown()}` : ""}.`;

  const search = () => graph.search(element("search").value.trim());
  const draw = () => {
    graph.draw();
    search();
  };
  element("search").addEventListener("input", search);
  element("reset").addEventListener("click", () => graph.chart.resetZoom());
  element("turn").addEventListener("click", () => {
    graph.up = !graph.up;
    draw();
  });
  element("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    draw();
  });

  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  graph.draw();
  let width = element("graph").clientWidth;
  new ResizeObserver(() => {
    if (element("graph").clientWidth !== width) {
      width = element("graph").clientWidth;
      draw();
    }
  }).observe(element("graph"));
  globalThis.Flame = {
    search: term => {
      element("search").value = term;
      search();
    },
    graph: () => graph.chart,
    about: name =>
      graph.about(
        d3
          .select("#graph svg")
          .datum()
          .find(node => node.data.name === name),
      ),
  };
})();
