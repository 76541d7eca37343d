// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Memory and telemetry over time: small charts, whose lines differ by colour and by dashes. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Series = (() => {
  const DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4"];
  const HEIGHT = 118;
  const colour = i => d3.schemeObservable10[i % 10];

  function shown(value, unit) {
    if (unit === "bytes") return Units.bytes(Math.round(value));
    if (unit === "share") return Units.share(value);
    if (unit === "Hz") return `${(value / 1e6).toFixed(0)}\u00a0MHz`;
    return `${value.toFixed(value < 100 ? 1 : 0)}\u00a0${unit}`;
  }

  /** Where the axis has a number: round ones of the unit in which it is shown. */
  function ticks(most, unit) {
    if (unit !== "bytes") return d3.ticks(0, most, 4);
    const size = 1024 ** Math.max(0, Math.floor(Math.log2(Math.max(most, 1)) / 10));
    return d3.ticks(0, most / size, 4).map(tick => tick * size);
  }

  function draw(svg, chart, number) {
    const x = TimeAxis.scale(svg.node().getBoundingClientRect().width);
    if (!x) return;
    const [top, bottom] = [8, HEIGHT - 22];
    const [left, right] = x.range();
    svg.selectAll("*").remove();
    const most = d3.max(chart.lines, line => d3.max(line.points, point => point[1]));
    const y = d3.scaleLinear([0, chart.unit === "share" ? 1 : most || 1], [bottom, top]);
    // What was measured outside of a window that was asked for is not shown.
    svg
      .append("clipPath")
      .attr("id", `within${number}`)
      .append("rect")
      .attr("x", left - 3)
      .attr("width", right - left + 6)
      .attr("height", HEIGHT);
    const lines = svg.append("g").attr("clip-path", `url(#within${number})`);
    chart.lines.forEach((line, i) => {
      const path = d3
        .line()
        .x(point => x(point[0]))
        .y(point => y(point[1]));
      if (line.points.length > 1) {
        lines
          .append("path")
          .attr("fill", "none")
          .attr("stroke", colour(i))
          .attr("stroke-width", 1.7)
          .attr("stroke-dasharray", DASHES[i % DASHES.length])
          .attr("d", path(line.points))
          .append("title")
          .text(line.name);
      } else {
        lines
          .append("circle")
          .attr("r", 3)
          .attr("fill", colour(i))
          .attr("cx", x(line.points[0][0]))
          .attr("cy", y(line.points[0][1]));
      }
    });
    TimeAxis.draw(svg, x, bottom);
    svg
      .append("g")
      .attr("class", "axis")
      .attr("transform", `translate(${left},0)`)
      .call(
        d3
          .axisLeft(y)
          .tickValues(ticks(y.domain()[1], chart.unit))
          .tickFormat(v => shown(v, chart.unit)),
      );
  }

  function legend(chart) {
    return chart.lines
      .map((line, i) => {
        const most =
          line.peak === undefined
            ? "the most measured "
              + shown(
                d3.max(line.points, point => point[1]),
                chart.unit,
              )
            : `peak ${shown(line.peak, chart.unit)}`;
        return (
          '<span><svg width="26" height="8"><line x1="0" x2="26" y1="4" y2="4" stroke="'
          + colour(i)
          + '" stroke-width="2" stroke-dasharray="'
          + DASHES[i % DASHES.length]
          + '"/></svg> '
          + Units.text(line.name)
          + " <small>"
          + shown(line.last, chart.unit)
          + " at the end, "
          + most
          + "</small></span>"
        );
      })
      .join("");
  }

  /** Cards for all that was recorded; none where nothing was. */
  function cards() {
    return Data.facts.series.charts
      .map(
        (chart, i) =>
          '<div class="card series" data-chart="'
          + i
          + '"><div class="head"><h2>'
          + Units.text(chart.title)
          + '</h2><div class="key">'
          + legend(chart)
          + '</div></div><svg class="drawn" width="100%" height="'
          + HEIGHT
          + '" role="img" aria-label="'
          + Units.text(chart.title)
          + '"></svg></div>',
      )
      .join("");
  }

  function show(section) {
    section.querySelectorAll(".series").forEach(card => {
      const svg = d3.select(card).select("svg.drawn");
      const chart = Data.facts.series.charts[card.dataset.chart];
      new ResizeObserver(() => draw(svg, chart, card.dataset.chart)).observe(card);
    });
  }

  return { cards, show };
})();
