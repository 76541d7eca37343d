// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Tables that sort and filter, of what summary says; of the chosen row a histogram. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Tables = (() => {
  const number = { hozAlign: "right", headerHozAlign: "right", sorter: "number", headerSortStartingDir: "desc" };
  const time = (title, field) => ({
    title,
    field,
    ...number,
    width: 96,
    formatter: cell => (cell.getValue() === undefined ? "-" : Units.duration(cell.getValue())),
  });

  function nameColumn(title, field, kind) {
    return {
      title,
      field,
      minWidth: 220,
      widthGrow: 4,
      headerFilter: "input",
      headerFilterPlaceholder: "filter…",
      tooltip: Units.tip,
      responsive: 0,
      formatter: cell => {
        const name = Units.text(kind === "kernel" ? Lanes.fitted(cell) : cell.getValue());
        return kind ? `<i class="swatch" style="background:${Lanes.colour(kind, cell.getValue())}"></i>${name}` : name;
      },
    };
  }

  const times = [
    { title: "Count", field: "count", ...number, width: 104, formatter: cell => Units.count(cell.getValue()) },
    time("Total", "totalNs"),
    {
      title: "Share",
      field: "share",
      ...number,
      width: 110,
      formatter: cell => {
        if (cell.getValue() === undefined) return "-";
        const share = cell.getValue();
        return (
          '<span class="share"><i style="width:'
          + Math.min(100, 100 * share)
          + '%"></i><b>'
          + Units.share(share)
          + "</b></span>"
        );
      },
    },
    time("Average", "averageNs"),
    time("p50", "p50Ns"),
    time("p99", "p99Ns"),
    time("Max", "maxNs"),
  ];

  const sum = rows => rows.reduce((all, row) => all + row.count, 0);

  /** The texts that a row's name stands for: itself, or all that differ from it in numbers only. */
  function idsOf(name) {
    const plain = name.replace(/ \(start\/stop\)$/, "");
    const fold = plain.includes("#");
    const ids = new Set();
    Data.strings.forEach((text, id) => {
      if (text === plain || (fold && text.replace(/\d+/g, "#") === plain)) ids.add(id);
    });
    return ids;
  }

  function histogram(svg, type, name) {
    const field = type.nameField;
    const wanted = idsOf(name);
    const durations = [];
    for (let i = 0; i < type.size; i++)
      if (type.isTimed(i) && (!field || wanted.has(field.column.get(i))))
        durations.push(Math.max(1, type.durations.get(i)));
    const box = svg.node().getBoundingClientRect();
    svg.selectAll("*").remove();
    if (!durations.length) return 0;
    const margin = { left: 56, right: 20, top: 16, bottom: 24 };
    const [least, greatest] = d3.extent(durations);
    const x = d3.scaleLog([least / 1.15, greatest * 1.15], [margin.left, box.width - margin.right]);
    const edges = d3.range(0, 81).map(i => x.invert(margin.left + ((box.width - margin.left - margin.right) * i) / 80));
    const bins = d3.bin().domain([edges[0], edges[80]]).thresholds(edges.slice(1, -1))(durations);
    const y = d3.scaleLinear([0, d3.max(bins, bin => bin.length)], [box.height - margin.bottom, margin.top]).nice();
    const colour = Lanes.colour(type.kind, name);
    svg
      .append("g")
      .selectAll("rect")
      .data(bins.filter(bin => bin.length))
      .join("rect")
      .attr("x", bin => x(bin.x0) + 0.5)
      .attr("width", bin => Math.max(1, x(bin.x1) - x(bin.x0) - 1))
      .attr("y", bin => Math.min(y(bin.length), y(0) - 1.5))
      .attr("height", bin => Math.max(1.5, y(0) - y(bin.length)))
      .attr("fill", colour)
      .append("title")
      .text(bin => `${Units.duration(bin.x0)} to ${Units.duration(bin.x1)}: ${Units.count(bin.length)}`);
    const candidates = [1, 2, 5]
      .flatMap(m => d3.range(0, 12).map(p => m * 10 ** p))
      .filter(v => v >= edges[0] && v <= edges[80])
      .sort((a, b) => a - b);
    const ticks =
      candidates.length >= 3 ? candidates.filter(v => candidates.length < 12 || Math.log10(v) % 1 === 0) : x.ticks(5);
    svg
      .append("g")
      .attr("class", "axis")
      .attr("transform", `translate(0,${y(0)})`)
      .call(d3.axisBottom(x).tickValues(ticks).tickFormat(Units.duration).tickSizeOuter(0));
    svg
      .append("g")
      .attr("class", "axis")
      .attr("transform", `translate(${margin.left},0)`)
      .call(d3.axisLeft(y).ticks(4).tickFormat(Units.count));
    return { x, y, n: durations.length };
  }

  function mark(svg, scales, row) {
    if (!scales) return;
    let last = -Infinity;
    for (const [title, value] of [
      ["p50", row.p50Ns],
      ["p99", row.p99Ns],
      ["max", row.maxNs],
    ]) {
      const at = scales.x(Math.max(1, value));
      svg
        .append("line")
        .attr("x1", at)
        .attr("x2", at)
        .attr("y1", 12)
        .attr("y2", scales.y(0))
        .attr("stroke", "currentColor")
        .attr("stroke-dasharray", "3 3")
        .attr("opacity", 0.7);
      if (at - last > 28) svg.append("text").attr("x", at).attr("y", 9).attr("text-anchor", "middle").text(title);
      last = at;
    }
  }

  /** A part of the page with a table and what its chosen row looks like. */
  function part(section, { title, rows, key, kind, more = [], tree, types }) {
    section.className = "tablePart";
    section.innerHTML =
      '<div class="bar"><b>'
      + Units.text(title)
      + '</b><span class="grow"></span><button class="find" disabled>Show on the timeline</button></div><div class="table"></div><div class="below"><h2></h2><svg width="100%" height="175"></svg></div>';
    const below = section.querySelector(".below");
    const svg = d3.select(section).select("svg");
    const find = section.querySelector(".find");
    let chosen = null;
    const table = new Tabulator(section.querySelector(".table"), {
      data: rows,
      layout: "fitColumns",
      height: "100%",
      selectableRows: 1,
      dataTree: !!tree,
      dataTreeChildField: "ranges",
      dataTreeStartExpanded: (_row, level) => level < 2,
      columnDefaults: { vertAlign: "middle" },
      initialSort: [{ column: "totalNs", dir: "desc" }],
      columns: [
        nameColumn(tree ? "Range" : { kernel: "Kernel", copy: "Direction", call: "Function" }[kind], key, kind),
        ...times,
        ...more,
      ],
      placeholder: "There is none.",
    });
    function choose(row) {
      chosen = row;
      const name = row[key];
      find.disabled = false;
      const type = types.find(one => one.nameField && hasName(one, name));
      below.querySelector("h2").innerHTML =
        Units.text(name)
        + " <small>"
        + (type ? "durations of the events on the timeline, logarithmic" : "")
        + "</small>";
      svg.selectAll("*").remove();
      if (type) mark(svg, histogram(svg, type, name), row);
    }
    const hasName = (type, name) => {
      const ids = idsOf(name);
      for (let i = 0; i < type.size; i++) if (ids.has(type.nameField.column.get(i))) return true;
      return false;
    };
    table.on("rowSelected", row => choose(row.getData()));
    table.on("tableBuilt", () => {
      name(section.querySelector(".table"), title);
      const first = table.getRows("active")[0];
      if (first) first.select();
    });
    find.onclick = () => chosen && Page.search(chosen[key]);
    new ResizeObserver(() => chosen && choose(chosen)).observe(below);
    return table;
  }

  /** Roles of the library's elements, of which a grid may only have rows and groups of them. */
  function name(host, label) {
    const grid = host.matches(".tabulator") ? host : host.querySelector(".tabulator");
    grid.setAttribute("aria-label", label);
    grid.querySelector(".tabulator-header-contents").setAttribute("role", "presentation");
    grid.querySelector(".tabulator-table").setAttribute("role", "presentation");
    const holder = grid.querySelector(".tabulator-tableholder");
    if (grid.querySelector(".tabulator-row")) holder.setAttribute("role", "rowgroup");
    else holder.removeAttribute("tabindex"); // There is nothing to scroll.
  }

  const of = (...kinds) => Data.types.filter(type => kinds.includes(type.kind));

  return {
    name,
    kernels: section =>
      part(section, {
        title:
          Units.counted(sum(Data.facts.summary.kernels), "dispatch", "dispatches")
          + " of "
          + Units.counted(Data.facts.summary.kernels.length, "kernel", "kernels"),
        rows: Data.facts.summary.kernels,
        key: "kernel",
        kind: "kernel",
        types: of("kernel"),
      }),
    copies: section =>
      part(section, {
        title: Units.counted(sum(Data.facts.summary.copies), "memory copy", "memory copies"),
        rows: Data.facts.summary.copies,
        key: "direction",
        kind: "copy",
        types: of("copy"),
        more: [
          { title: "Bytes", field: "bytes", ...number, width: 100, formatter: cell => Units.bytes(cell.getValue()) },
          {
            title: "Bandwidth",
            field: "bytesPerSecond",
            ...number,
            width: 106,
            formatter: cell => Units.bandwidth(cell.getValue()),
          },
        ],
      }),
    calls: section =>
      part(section, {
        title:
          Units.counted(sum(Data.facts.summary.apiCalls), "call", "calls")
          + " of "
          + Units.counted(Data.facts.summary.apiCalls.length, "function", "functions"),
        rows: Data.facts.summary.apiCalls,
        key: "function",
        kind: "call",
        types: of("call"),
      }),
    ranges: section => {
      const prune = rows => rows.map(row => ({ ...row, ranges: row.ranges?.length ? prune(row.ranges) : undefined }));
      const all = [
        ...prune(Data.facts.summary.ranges),
        ...Data.facts.summary.startStopRanges.map(row => ({ ...row, message: `${row.message} (start/stop)` })),
      ];
      return part(section, {
        title: "roctx ranges, as the program nested them",
        rows: all,
        key: "message",
        kind: "range",
        tree: true,
        types: of("range"),
      });
    },
  };
})();
