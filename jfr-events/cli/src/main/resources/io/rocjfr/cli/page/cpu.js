// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Below the timeline: samples of running code in the stretch of time that is shown, as a flame graph. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Cpu = (() => {
  const NATIVE = "native code";
  const ALL = "";
  let panel = null;
  let timeline = null;
  let graph = null;
  let waiting = 0;

  /** The samples of each thread by what it is called, most first. */
  function threads() {
    const counts = new Map();
    for (let i = 0; i < Data.samples.size; i++) {
      const name = nameOf(i);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  }

  function nameOf(i) {
    return Data.samples.value("threadName", i) || `thread ${Data.samples.value("javaThreadId", i)}`;
  }

  /** The tree of the samples between two moments, as FlameChart has it. */
  async function graphOf(from, to, thread) {
    const samples = Data.samples;
    await samples.load("stack", "code", "threadName", "javaThreadId");
    const stacks = await Data.stacks();
    const root = { name: "all", value: 0, children: [] };
    const made = new Map();
    const below = (parent, key, name, kind) => {
      let node = made.get(key);
      if (!node) {
        node = { name, value: 0, children: [] };
        if (kind) node.kind = kind;
        made.set(key, node);
        parent.children.push(node);
      }
      return node;
    };
    for (let i = 0; i < samples.size; i++) {
      const at = samples.begins.get(i);
      if (at < from || at > to || (thread !== ALL && nameOf(i) !== thread)) continue;
      const native = samples.value("code", i) === NATIVE;
      const path = [];
      for (let node = samples.value("stack", i); node; node = stacks.callers[node]) path.push(node);
      let parent = root;
      root.value++;
      parent = below(
        parent,
        `${native}`,
        native ? "in native code: running, or waiting there" : "running Java code",
        native ? "unknown" : "work",
      );
      parent.value++;
      for (const node of path.reverse()) {
        parent = below(parent, `${native}${node}`, stacks.frame(node));
        parent.value++;
      }
    }
    return root;
  }

  async function draw() {
    if (!panel || panel.hidden) return;
    const { from, to } = timeline;
    const root = await graphOf(from, to, panel.querySelector("select").value);
    panel.querySelector("b").textContent =
      `${Units.counted(root.value, "sample", "samples")} of code in ${Units.duration(to - from)}`;
    const say = text => {
      panel.querySelector(".about").textContent = text;
    };
    say(root.value ? "" : "The shown time has no samples.");
    graph = new FlameChart(
      panel.querySelector(".graph"),
      { title: "Samples of code", unit: "count", unknown: 0, exact: false, reasons: {}, root },
      { details: say, found: () => {} },
    );
    if (root.value) graph.draw();
    else graph.host.replaceChildren();
  }

  /** What is shown has changed: draws again when it stays so for a moment. */
  function changed() {
    clearTimeout(waiting);
    if (panel && !panel.hidden) waiting = setTimeout(draw, 150);
  }

  function toggle(button) {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-pressed", !panel.hidden);
    return draw();
  }

  /** Fills the panel; without samples there is none. */
  function show(host, of, button) {
    button.hidden = !Data.samples;
    if (!Data.samples) return;
    panel = host;
    timeline = of;
    panel.innerHTML =
      '<div class="bar"><b></b><select aria-label="Threads"><option value="">all threads</option>'
      + threads()
        .map(name => `<option>${Units.text(name)}</option>`)
        .join("")
      + '</select><span class="about" role="status"></span></div><div class="graph"></div>';
    panel.querySelector("select").onchange = draw;
    button.onclick = () => toggle(button);
    new ResizeObserver(changed).observe(panel);
  }

  return { show, changed, draw, graphOf, toggle };
})();
