// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** The axis of time that all charts of the overview share, so that one can be read against another. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const TimeAxis = (() => {
  const MARGIN = { left: 72, right: 14 };

  /** What it is from and to: the events' time, and that of what was measured, unless of a window. */
  function extent() {
    const { busy, series, outside, shown } = Data.facts;
    const measured = series.charts.length > 0;
    const both = [...(shown ? [busy] : []), ...(measured && !(shown && outside) ? [series] : [])];
    const begin = Math.min(...both.map(one => one.begin));
    return [begin, Math.max(begin + 1, ...both.map(one => one.end))];
  }

  /** Places of times on a chart of this width; null where there is no room, as in a hidden part. */
  function scale(width) {
    return width > 2 * (MARGIN.left + MARGIN.right)
      ? d3.scaleLinear(extent(), [MARGIN.left, width - MARGIN.right])
      : null;
  }

  /** Draws it below a chart. */
  function draw(svg, x, y) {
    const times = x.copy().domain(x.domain().map(time => time - Data.begin));
    const places = times.ticks(8);
    const axis = svg
      .append("g")
      .attr("class", "axis time")
      .attr("transform", `translate(0,${y})`)
      .call(
        d3
          .axisBottom(times)
          .tickValues(places)
          .tickFormat(v => Units.time(v, places[1] - places[0])),
      );
    const end = x.range()[1] + MARGIN.right;
    // A text stands in the middle below its tick, unless that would cut it off.
    axis.selectAll(".tick").each(function (time) {
      const text = d3.select(this).select("text");
      text.attr("x", Math.min(0, end - times(time) - text.node().getComputedTextLength() / 2));
    });
  }

  return { MARGIN, scale, draw };
})();
