// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** What belongs to which Java stack: a flame graph, and a table of the same. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Stacks = (() => {
  let graph = null;
  /** Hidden, it has no width to be drawn in: it is drawn when it is shown. */
  let late = false;

  /** With a ~ what is estimated: docs/launch-sites.md. */
  function columns(shown, total, estimates) {
    const about = (cell, text) => (cell.getData().samples === undefined ? "" : "~") + text;
    const number = { hozAlign: "right", headerHozAlign: "right", sorter: "number", headerSortStartingDir: "desc" };
    const text = { headerFilter: "input", headerFilterPlaceholder: "filter…", tooltip: Units.tip };
    return [
      {
        title: "Amount",
        field: "value",
        ...number,
        width: 110,
        formatter: cell => about(cell, shown(cell.getValue())),
      },
      {
        title: "Share",
        field: "value",
        ...number,
        width: estimates ? 150 : 110,
        formatter: cell =>
          '<span class="share"><i style="width:'
          + Math.min(100, (100 * cell.getValue()) / total)
          + '%"></i><b>'
          + about(cell, Units.share(cell.getValue() / total))
          + (cell.getData().error ? ` ± ${Units.share(cell.getData().error / total)}` : "")
          + "</b></span>",
      },
      {
        title: "Count",
        field: "count",
        ...number,
        width: 100,
        formatter: cell => about(cell, Units.count(cell.getValue())),
      },
      ...(estimates
        ? [
            {
              title: "Samples",
              field: "samples",
              ...number,
              width: 100,
              formatter: cell => (cell.getValue() === undefined ? "" : Units.count(cell.getValue())),
            },
          ]
        : []),
      {
        title: "What",
        field: "work",
        ...text,
        minWidth: 160,
        widthGrow: 2,
        formatter: cell => Units.text(Lanes.fitted(cell)),
      },
      {
        title: "Asked for by",
        field: "by",
        ...text,
        minWidth: 220,
        widthGrow: 4,
        formatter: cell => Units.text(cell.getValue()),
      },
    ];
  }

  function choose(section, row) {
    const below = section.querySelector(".stack");
    below.innerHTML =
      "<h2>"
      + Units.text(row.work)
      + "</h2><ol>"
      + row.frames.map(frame => `<li>${Units.text(frame)}</li>`).join("")
      + "</ol>";
  }

  function table(section, part) {
    const host = section.querySelector(".table");
    host.replaceChildren(document.createElement("div"));
    const built = new Tabulator(host.firstChild, {
      data: part.rows,
      layout: "fitColumns",
      height: "100%",
      selectableRows: 1,
      columnDefaults: { vertAlign: "middle" },
      initialSort: [{ column: "value", dir: "desc" }],
      columns: columns(
        value => graph.shown(value),
        part.root.value,
        part.rows.some(row => row.samples !== undefined),
      ),
      placeholder: "There is none.",
    });
    built.on("rowSelected", row => choose(section, row.getData()));
    built.on("tableBuilt", () => {
      Tables.name(host, part.title);
      const first = built.getRows("active")[0];
      if (first) first.select();
    });
  }

  function use(section, part) {
    const say = name => text => {
      section.querySelector(name).textContent = text;
    };
    graph = new FlameChart(section.querySelector(".graph"), part, { details: say(".about"), found: say(".found") });
    for (const button of section.querySelectorAll(".quantity")) {
      button.setAttribute("aria-pressed", button.value === part.id);
    }
    section.querySelector(".about").textContent =
      part.title
      + ": "
      + graph.shown(part.root.value)
      + (graph.unknown() ? `; ${graph.unknown()}` : "")
      + (part.moreRows ? `; ${Units.count(part.moreRows)} smaller rows are not in the table` : "");
    redraw(section);
    table(section, part);
  }

  function redraw(section) {
    graph.draw();
    graph.search(section.querySelector("input").value.trim());
  }

  function show(section) {
    const parts = Data.facts.stacks;
    if (!parts.length) {
      section.innerHTML = `<div class="wide"><div class="card"><p>${Units.text(Data.facts.noStacks)}</p></div></div>`;
      return;
    }
    section.innerHTML =
      '<div class="bar">'
      + parts.map(part => `<button class="quantity" value="${part.id}">${Units.text(part.title)}</button>`).join("")
      + '<span class="grow"></span><input type="search" placeholder="Search frames (regular expression)" aria-label="Search frames"><span class="found" role="status"></span><button class="reset">Reset zoom</button></div>'
      + '<p class="about" role="status"></p><div class="graph"></div><div class="split"><div class="table"></div><div class="stack" aria-live="polite"></div></div>';
    section.querySelectorAll(".quantity").forEach(button => {
      button.onclick = () =>
        use(
          section,
          parts.find(part => part.id === button.value),
        );
    });
    section.querySelector("input").oninput = event => graph.search(event.target.value.trim());
    section.querySelector(".reset").onclick = () => graph.chart.resetZoom();
    use(section, parts[0]);
    let width = section.clientWidth;
    new ResizeObserver(() => {
      if (section.clientWidth && (late || section.clientWidth !== width)) {
        late = false;
        width = section.clientWidth;
        redraw(section);
      }
    }).observe(section);
  }

  function theme() {
    if (!graph) return;
    late = !graph.host.clientWidth;
    if (!late) graph.draw();
  }

  /** Looks for what has this text. */
  function search(text) {
    const input = document.querySelector("#stacks input");
    if (!input) return;
    input.value = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    graph.search(input.value);
  }

  return { show, theme, search };
})();
