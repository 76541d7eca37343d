// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Memory and telemetry over time: small charts, whose lines differ by colour and by dashes. */
const Series = (() => {
  const DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4"];
  const colour = i => d3.schemeObservable10[i % 10];

  function shown(value, unit) {
    if (unit === "bytes") return Units.bytes(Math.round(value));
    if (unit === "share") return Units.share(value);
    if (unit === "Hz") return (value / 1e6).toFixed(0) + "\u00a0MHz";
    return value.toFixed(value < 100 ? 1 : 0) + "\u00a0" + unit;
  }

  /** Where the axis has a number: round ones of the unit in which it is shown. */
  function ticks(most, unit) {
    if (unit !== "bytes") return d3.ticks(0, most, 4);
    const size = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(most, 1)) / 10));
    return d3.ticks(0, most / size, 4).map(tick => tick * size);
  }

  function draw(svg, chart) {
    const width = svg.node().getBoundingClientRect().width;
    const { begin, end } = Data.facts.series;
    const height = 130;
    const margin = { left: 70, right: 12, top: 8, bottom: 22 };
    svg.attr("height", height).selectAll("*").remove();
    const most = d3.max(chart.lines, line => d3.max(line.points, point => point[1]));
    const x = d3.scaleLinear([begin, Math.max(end, begin + 1)], [margin.left, width - margin.right]);
    const y = d3.scaleLinear([0, chart.unit === "share" ? 1 : most || 1], [height - margin.bottom, margin.top]);
    chart.lines.forEach((line, i) => {
      const path = d3.line().x(point => x(point[0])).y(point => y(point[1]));
      if (line.points.length > 1) {
        svg.append("path").attr("fill", "none").attr("stroke", colour(i)).attr("stroke-width", 1.7).attr("stroke-dasharray", DASHES[i % DASHES.length])
          .attr("d", path(line.points)).append("title").text(line.name);
      } else {
        svg.append("circle").attr("r", 3).attr("fill", colour(i)).attr("cx", x(line.points[0][0])).attr("cy", y(line.points[0][1]));
      }
    });
    const times = x.copy().domain([begin - Data.begin, Math.max(end, begin + 1) - Data.begin]);
    const places = times.ticks(5);
    svg.append("g").attr("class", "axis").attr("transform", "translate(0," + (height - margin.bottom) + ")")
      .call(d3.axisBottom(times).tickValues(places).tickFormat(v => Units.time(v, places[1] - places[0])));
    svg.append("g").attr("class", "axis").attr("transform", "translate(" + margin.left + ",0)").call(d3.axisLeft(y).tickValues(ticks(y.domain()[1], chart.unit)).tickFormat(v => shown(v, chart.unit)));
  }

  function legend(chart) {
    return chart.lines.map((line, i) => {
      const most = line.peak === undefined ? "the most measured " + shown(d3.max(line.points, point => point[1]), chart.unit) : "peak " + shown(line.peak, chart.unit);
      return '<span><svg width="26" height="8"><line x1="0" x2="26" y1="4" y2="4" stroke="' + colour(i) + '" stroke-width="2" stroke-dasharray="' + DASHES[i % DASHES.length] + '"/></svg> ' +
        Units.text(line.name) + " <small>" + shown(line.last, chart.unit) + " at the end, " + most + "</small></span>";
    }).join("");
  }

  /** Cards for all that was recorded; none where nothing was. */
  function cards() {
    return Data.facts.series.charts.map((chart, i) => '<div class="card series" data-chart="' + i + '"><h2>' + Units.text(chart.title) + '</h2><svg class="drawn" width="100%" role="img" aria-label="' + Units.text(chart.title) + '"></svg><div class="key">' + legend(chart) + "</div></div>").join("");
  }

  function show(section) {
    section.querySelectorAll(".series").forEach(card => {
      const svg = d3.select(card).select("svg.drawn");
      const chart = Data.facts.series.charts[card.dataset.chart];
      new ResizeObserver(() => draw(svg, chart)).observe(card);
    });
  }

  return { cards, show };
})();
