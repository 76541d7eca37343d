// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** The parts of the page, and what they have in common. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Page = (() => {
  const parts = new Map();
  let timeline = null;
  let shown = "";
  let restoring = false;
  let later = 0;

  const PARTS = [
    ["overview", "Overview", section => Overview.show(section)],
    ["timeline", "Timeline", showTimeline],
    ["kernels", "Kernels", section => Tables.kernels(section)],
    ["copies", "Copies", section => Tables.copies(section)],
    ["calls", "Calls", section => Tables.calls(section)],
    ["ranges", "Ranges", section => Tables.ranges(section)],
    ["stacks", "Stacks", section => Stacks.show(section)],
  ];

  function showTimeline(section) {
    const colour = Lanes.colour;
    const legend = [
      ["kernel", "kernels, each in its own colour", "#4269d0"],
      ["copy", "copies", colour("copy", "")],
      ["range", "ranges", "#7c6fd6"],
      ["l", "launch", Lanes.callColour("launch")],
      ["s", "wait", Lanes.callColour("wait")],
      ["m", "memory", Lanes.callColour("memory")],
      ["o", "other calls", Lanes.callColour("other")],
    ];
    section.innerHTML =
      '<div class="bar"><input id="search" type="search" placeholder="Search names  ( / )" aria-label="Search names"><span id="found" aria-live="polite"></span><span class="grow"></span><span class="legend">'
      + legend.map(([, name, fill]) => `<span><i style="background:${fill}"></i>${name}</span>`).join("")
      + '</span><button id="cpuButton" aria-pressed="false" hidden>CPU samples</button><button id="all" title="0">Show all</button><button id="help" title="?">Keys</button></div><div id="stage"><div id="drawn"></div><aside id="details" hidden aria-live="polite" aria-label="Selected event"></aside></div><div id="cpu" hidden></div>'
      + '<dialog id="keys"><table>'
      + TimelineInput.KEYS.map(([keys, does]) => `<tr><td><kbd>${keys}</kbd></td><td>${does}</td></tr>`).join("")
      + '</table><form method="dialog"><button>Close</button></form></dialog>';
    const panel = section.querySelector("#details");
    timeline = new Timeline(section.querySelector("#drawn"), {
      onLeave: () => keep(false),
      onSelect(event, joined) {
        keep(true);
        return Details.show(panel, event, joined, timeline);
      },
      onShow() {
        Cpu.changed();
        clearTimeout(later);
        later = setTimeout(() => keep(false), 300);
      },
    });
    Cpu.show(section.querySelector("#cpu"), timeline, section.querySelector("#cpuButton"));
    section.querySelector("#all").onclick = () => timeline.show(...timeline.whole);
    section.querySelector("#help").onclick = () => section.querySelector("#keys").showModal();
    const search = section.querySelector("#search");
    search.oninput = () => find(search.value);
    search.onkeydown = event => {
      if (event.key === "Enter") goToMatch(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        search.value = "";
        find("");
        timeline.canvas.focus();
      }
    };
  }

  /** Dims what does not have the text in its name; a fold's # stands for any number. */
  function find(text) {
    const found = document.getElementById("found");
    timeline.matches = null;
    timeline.matching = [];
    found.textContent = "";
    if (text) {
      const wanted = text.toLowerCase().replace(/ \(start\/stop\)$/, "");
      const fold = wanted.includes("#");
      timeline.matches = Data.strings.map(name => {
        const lower = name.toLowerCase();
        return lower.includes(wanted) || (fold && lower.replace(/\d+/g, "#").includes(wanted));
      });
      let count = 0;
      for (const type of Data.types) {
        if (!type.nameField) continue;
        for (let i = 0; i < type.size; i++) {
          if (timeline.matches[type.nameField.column.get(i)]) {
            count++;
            if (timeline.matching.length < 100000) timeline.matching.push({ type, i });
          }
        }
      }
      timeline.matching.sort((a, b) => a.type.begins.get(a.i) - b.type.begins.get(b.i));
      found.textContent = Units.counted(count, "event", "events");
    }
    timeline.redraw();
  }

  function goToMatch(by) {
    const all = timeline.matching || [];
    if (!all.length) return;
    const selected = timeline.selected;
    const now = selected ? all.findIndex(one => one.type === selected.type && one.i === selected.i) : -1;
    timeline.select(all[(now + by + all.length) % all.length], true);
  }

  /** What is shown, as an address has it: the part; of the timeline its window and selection. */
  function address() {
    const said = [];
    if (shown === "timeline") {
      const { from, to, whole, selected } = timeline;
      if (from !== whole[0] || to !== whole[1])
        said.push(`from=${Math.round(from - Data.begin)}`, `to=${Math.round(to - Data.begin)}`);
      if (selected) said.push(`event=${selected.type.name}.${selected.i}`);
    }
    return `#${shown}${said.length ? `?${said.join("&")}` : ""}`;
  }

  /** Has the browser's address say what is shown; as a new place, to which Back leads, or the same. */
  function keep(isNew) {
    clearTimeout(later);
    const to = address();
    if (restoring || !shown || to === location.hash) return;
    if (isNew) history.pushState(null, "", to);
    else history.replaceState(null, "", to);
  }

  /** Shows what the address says. */
  async function restore() {
    const [name, query] = location.hash.slice(1).split("?");
    restoring = true;
    try {
      activate(parts.has(name) ? name : "overview");
      if (shown === "timeline") {
        const said = new URLSearchParams(query);
        const [from, to] = ["from", "to"].map(key => Data.begin + Number(said.get(key) ?? NaN));
        timeline.show(...(from < to ? [from, to] : timeline.whole));
        const [of, i] = (said.get("event") ?? "").split(".");
        const type = Data.types.find(one => one.name === of);
        await timeline.select(type && Number(i) < type.size ? { type, i: Number(i) } : null);
      }
    } finally {
      restoring = false;
    }
    keep(false);
  }

  function show(name) {
    keep(false);
    activate(name);
    keep(true);
  }

  function activate(name) {
    shown = name;
    for (const [id, part] of parts) {
      const wanted = id === name;
      part.section.hidden = !wanted;
      part.tab.setAttribute("aria-selected", wanted);
      part.tab.tabIndex = wanted ? 0 : -1;
      if (wanted && !part.shown) {
        part.shown = true;
        part.make(part.section);
      }
    }
    if (name === "timeline") timeline.canvas.focus();
  }

  function tabs() {
    const nav = document.querySelector("nav");
    const main = document.querySelector("main");
    for (const [id, title, make] of PARTS) {
      const tab = document.createElement("button");
      tab.setAttribute("role", "tab");
      tab.textContent = title;
      tab.onclick = () => show(id);
      const section = document.createElement("section");
      section.id = id;
      section.hidden = true;
      section.setAttribute("role", "tabpanel");
      section.setAttribute("aria-label", title);
      nav.append(tab);
      main.append(section);
      parts.set(id, { tab, section, make, shown: false });
    }
    const warnings = Data.facts.report.counts.warning;
    if (warnings)
      parts
        .get("overview")
        .tab.insertAdjacentHTML("beforeend", `<span class="badge" title="warnings">${warnings}</span>`);
    nav.onkeydown = event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const ids = PARTS.map(([id]) => id);
      const now = ids.findIndex(id => parts.get(id).tab === document.activeElement);
      const next = ids[(now + by + ids.length) % ids.length];
      show(next);
      parts.get(next).tab.focus();
    };
  }

  function theme(name) {
    document.documentElement.dataset.theme = name;
    if (timeline) timeline.draw();
    Cpu.changed();
    Stacks.theme();
  }

  function notes() {
    const { shown, leftOut, outside, jvmLeftOut, problems, unjudged } = Data.facts;
    const lines = [...Object.entries(problems), ...Object.entries(unjudged)].map(
      ([file, problem]) => `${file} ${problem}`,
    );
    if (leftOut)
      lines.push(
        "The timeline holds "
          + Units.count(shown)
          + " events; "
          + Units.count(leftOut)
          + " later ones are in the figures only. To see them: rocjfr page --from TIME --to TIME. For more events: --events N.",
      );
    if (outside) lines.push(`${Units.count(outside)} events outside of the chosen window are in the figures only.`);
    if (jvmLeftOut) lines.push(`${Units.count(jvmLeftOut)} later events of the JVM are not on the timeline.`);
    document.getElementById("notes").innerHTML = lines.map(line => `<div>${Units.text(line)}</div>`).join("");
  }

  /** The recordings' names, and of a single one its process and when it began, as far as is known. */
  function whatWasRecorded() {
    const { processes, summary } = Data.facts;
    if (processes.length !== 1) return [processes.map(one => one.name).join(", ")];
    const { name, main, pid, host } = processes[0];
    const process = (pid > 0 ? `process ${pid}` : "") + (host ? ` on ${host}` : "");
    const begin = summary.files[0].beginEpochNs;
    return [...new Set([name, main, process.trim(), begin > 0 ? Units.when(begin) : ""])].filter(Boolean);
  }

  async function start() {
    const begin = performance.now();
    await Data.load();
    const what = whatWasRecorded();
    document.title = `${what[0]} · rocjfr`;
    const about = document.getElementById("what");
    about.textContent = about.title = [...what, Units.duration(Data.end - Data.begin), Data.facts.version].join(" · ");
    const dark = matchMedia("(prefers-color-scheme: dark)");
    theme(dark.matches ? "dark" : "light");
    dark.onchange = () => theme(dark.matches ? "dark" : "light");
    document.getElementById("theme").onclick = () =>
      theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    notes();
    tabs();
    await restore();
    addEventListener("popstate", restore);
    await new Promise(done => requestAnimationFrame(done));
    return performance.now() - begin;
  }

  const page = {
    show,
    theme,
    search(text) {
      show("timeline");
      const search = document.getElementById("search");
      search.value = text;
      find(text);
      goToMatch(1);
    },
    timelineFrom(from, to) {
      keep(false);
      activate("timeline");
      timeline.show(from, to);
      keep(true);
    },
    /** The stacks with a frame, or a part of its name. */
    stacksWith(text) {
      show("stacks");
      Stacks.search(text);
    },
    timeline: () => timeline,
  };
  page.started = start().catch(problem => {
    document.querySelector("main").innerHTML =
      '<div class="wide"><div class="card"><h2>This page cannot be shown</h2><p>'
      + Units.text(problem)
      + "</p><p>It needs a browser of 2023 or later (Chrome 80, Firefox 113, Safari 16.4).</p></div></div>";
    throw problem;
  });
  return page;
})();
