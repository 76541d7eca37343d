// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** The first part: totals, how busy each GPU was, what the rules say, what was lost. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Overview = (() => {
  const t = Units.text;

  function tile(value, what, bad) {
    return `<div class="tile${bad ? " bad" : ""}"><b>${t(value)}</b><span>${t(what)}</span></div>`;
  }

  function tiles(summary) {
    const total = (rows, field) => rows.reduce((all, row) => all + (row[field] ?? 0), 0);
    const gpus = summary.devices.map(gpu => tile(Units.share(gpu.busyShare), `${gpuName(gpu)} busy while recorded`));
    return (
      '<div class="tiles">'
      + gpus.slice(0, 8).join("")
      + tile(
        Units.count(total(summary.kernels, "count")),
        `kernels, ${Units.duration(total(summary.kernels, "totalNs"))}`,
      )
      + tile(Units.count(total(summary.copies, "count")), `copies, ${Units.bytes(total(summary.copies, "bytes"))}`)
      + tile(
        Units.count(total(summary.apiCalls, "count")),
        `calls, ${Units.duration(total(summary.apiCalls, "totalNs"))}`,
      )
      + tile(
        summary.failedCalls.length ? Units.count(total(summary.failedCalls, "count")) : "none",
        "calls known to have failed",
        summary.failedCalls.length,
      )
      + tile(summary.lost ? Units.count(summary.lost) : "none", "records lost", summary.lost)
      + (summary.untimed
        ? tile(
            Units.count(summary.untimed),
            "kernels and copies without times: their OpenCL queues have no profiling, or HIP gave impossible times",
            true,
          )
        : "")
      + (summary.jfrLostBytes ? tile(Units.bytes(summary.jfrLostBytes), "of events that JFR itself lost", true) : "")
      + (summary.inFlight
        ? tile(
            Units.count(summary.inFlight),
            `${"pendingBusy" in summary ? "pieces of work" : "calls' work"} not reported at the end of the recording`,
            true,
          )
        : "")
      + "</div>"
    );
  }

  const gpuName = gpu => Lanes.gpuName(gpu.device, gpu.agentId, gpu.name);

  function finding(result) {
    return (
      '<div class="finding '
      + result.severity
      + '"><h3><span class="mark">'
      + result.severity
      + "</span>"
      + ("share" in result ? `${Units.share(result.share)} of the time: ` : "")
      + t(result.name)
      + "</h3><p>"
      + t(result.summary)
      + "</p>"
      + (result.explanation ? `<p class="do">${t(result.explanation)}</p>` : "")
      + where(result)
      + (result.solution ? `<p class="do"><b>What to do:</b> ${t(result.solution)}</p>` : "")
      + "</div>"
    );
  }

  /** Lines, kernels and the stretch of time, which a click shows. */
  function where({ severity, figures }) {
    if (severity !== "warning" && severity !== "info") return "";
    const link = (kind, text) => `<button class="link" data-${kind}="${t(text)}">${t(text)}</button>`;
    const lines = (figures.topLines ?? "").split(", ").filter(Boolean);
    // Of each its name, which may have about anything in it, and how long it ran.
    const kernels = [
      ...(figures.topKernels ?? "").matchAll(/(.+?) \(([^()]*[\d:]\s?(?:ns|\u03bcs|ms|s|h))\)(?:, |$)/g),
    ];
    const parts = [
      lines.length ? `lines ${lines.map(line => link("line", line)).join(", ")}` : "",
      kernels.length
        ? `kernels ${kernels.map(([, name, time]) => `${link("kernel", name)} (${t(time)})`).join(", ")}`
        : "",
      figures.begin < figures.end
        ? `<button class="link" data-from="${figures.begin - Data.facts.zeroEpochNs}" data-to="${figures.end - Data.facts.zeroEpochNs}">${t(figures.when)}</button>`
        : "",
    ].filter(part => part);
    return parts.length ? `<p class="do"><b>Where:</b> ${parts.join("; ")}</p>` : "";
  }

  /** Where the recorded time went, in one sentence and by what did what. */
  function verdict({ time }) {
    if (!time.threads.length && !time.gpus.length) return "";
    const labels = {
      waitingWhileWorking: "waiting for the GPU while it worked",
      waitingWhileIdle: "waiting for the GPU while it was idle",
      waiting: "waiting for the GPU",
      launching: "launching",
      loading: "loading code",
      allocating: "allocating and freeing",
      copying: "copying",
      otherCalls: "in other calls",
      outside: "outside HIP and OpenCL",
      unknown: "outside recorded calls",
      kernels: "kernels",
      copiesOnly: "copies only",
      idleWithWork: "idle with submitted work",
      idleWithoutWork: "idle without submitted work",
      idle: "idle",
      notKnown: "unknown",
    };
    const parts = one =>
      Object.entries(labels)
        .filter(([id]) => one[`${id}Ns`])
        .map(([id, label]) => `${label} ${Units.share(one[`${id}Ns`] / time.recordedNs)}`)
        .join(", ");
    const rows = [
      { cells: ["Program", parts(time.program)] },
      ...time.threads.slice(0, 5).map(one => ({ cells: [one.thread, parts(one)], sub: true })),
      ...time.gpus.map(one => ({ cells: [one.gpu, parts(one)] })),
    ];
    return `<div class="card verdict"><h2>${t(time.sentence)}</h2>${table(["", "Share of the recorded time"], rows)}</div>`;
  }

  function findings(results) {
    const bad = results.filter(result => result.severity === "warning" || result.severity === "info");
    const fine = results.filter(result => result.severity === "ok");
    const not = results.filter(result => result.severity === "na");
    return (
      '<div class="card"><h2>Findings <small>by the rules that rocjfr report and JDK Mission Control run, worst first</small></h2>'
      + (bad.map(finding).join("")
        || `<p>${fine.length ? "The rules found nothing to change." : "There is nothing to judge."}</p>`)
      + (fine.length
        ? "<details><summary>"
          + Units.counted(fine.length, "rule", "rules")
          + " found nothing wrong</summary>"
          + fine.map(finding).join("")
          + "</details>"
        : "")
      + (not.length
        ? "<details><summary>"
          + not.length
          + " not applicable</summary><p>"
          + not.map(result => t(result.name)).join(", ")
          + "</p></details>"
        : "")
      + "</div>"
    );
  }

  function table(heads, rows) {
    const line = (cells, tag, sub) =>
      `<tr${sub ? ' class="sub"' : ""}>${cells.map(cell => (cell === "" ? "<td></td>" : `<${tag}>${t(cell)}</${tag}>`)).join("")}</tr>`;
    return (
      '<table class="plain">'
      + line(heads, "th")
      + rows.map(({ cells, sub }) => line(cells, "td", sub)).join("")
      + "</table>"
    );
  }

  function gpuTable(summary) {
    const share = nanos => Units.share(nanos / summary.recordedNs);
    const time = nanos => (nanos === undefined ? "-" : Units.duration(nanos));
    const rows = summary.devices.flatMap(gpu => [
      {
        cells: [
          gpuName(gpu),
          time(gpu.busyNs),
          share(gpu.busyNs),
          share(gpu.kernelNs),
          share(gpu.copyNs),
          Units.count(gpu.dispatches),
          Units.count(gpu.copies),
        ],
      },
      ...gpu.queues.map(queue => ({
        sub: true,
        cells: [
          `queue ${queue.queue}`,
          time(queue.busyNs),
          share(queue.busyNs),
          "",
          "",
          Units.count(queue.dispatches),
          "",
        ],
      })),
    ]);
    return (
      '<div class="card"><h2>GPUs <small>busy while recorded</small></h2>'
      + table(["GPU", "Busy", "Share", "Kernels", "Copies", "Dispatches", "Copy count"], rows)
      + "</div>"
    );
  }

  function losses(summary) {
    const pending = summary.inFlight || summary.lateCalls || summary.endUnknown || summary.notSeen.length;
    if (!summary.losses.length && !summary.jfrLostBytes && !pending) return "";
    const ours = summary.losses.map(loss => ({ cells: [loss.domain, loss.cause, Units.count(loss.count)] }));
    return (
      '<div class="card"><h2>Not here <small>what is shown is incomplete</small></h2>'
      + (pending ? summary.pendingText.map(line => `<p>${t(line)}</p>`).join("") : "")
      + (ours.length ? table(["Domain", "Cause", "Records"], ours) : "")
      + (summary.jfrLostBytes
        ? "<p>"
          + Units.bytes(summary.jfrLostBytes)
          + " of events of all kinds by JFR itself. Its memory was full before it could write them to the disk. Give JFR more memory: <code>java -XX:FlightRecorderOptions=memorysize=64M</code></p>"
        : "")
      + "</div>"
    );
  }

  function failed(summary) {
    if (!summary.failedCalls.length) return "";
    return (
      '<div class="card"><h2>Failed calls</h2>'
      + table(
        ["Function", "Error", "Count"],
        summary.failedCalls.map(call => ({ cells: [call.function, call.error, Units.count(call.count)] })),
      )
      + "</div>"
    );
  }

  /** Calls that ask whether there is something, and were told that there is not. */
  function lookUps(summary) {
    if (!summary.lookUps.length) return "";
    return (
      '<div class="card"><h2>Look-ups that found nothing <small>no failures</small></h2>'
      + table(
        ["Function", "Answer", "Count"],
        summary.lookUps.map(call => ({ cells: [call.function, call.error, Units.count(call.count)] })),
      )
      + "</div>"
    );
  }

  function recordings(summary) {
    const files = summary.files.map(file => ({
      cells: [
        file.file,
        Units.bytes(file.bytes),
        Units.count(file.rocjfrEvents),
        Units.duration(file.endEpochNs - file.beginEpochNs),
        Units.when(file.beginEpochNs),
      ],
    }));
    // Of each what was said last: a tracer tells its state again whenever that changes.
    const latest = new Map(summary.runtimes.filter(one => one.runtime).map(one => [one.runtime, one]));
    const runtimes = [...latest.values()].map(
      one =>
        "<p>HIP "
        + t(one.version)
        + ", tracer "
        + t(one.state)
        + (one.otherTools ? `, other tools: ${t(one.otherTools)}` : "")
        + "<br><small>"
        + t(one.runtime)
        + "</small></p>",
    );
    return (
      '<div class="card"><h2>Recorded</h2>'
      + table(["Recording", "Size", "Events of rocjfr", "Length", "Begin"], files)
      + summary.overlaps.map(overlap => `<p>${t(overlap)}</p>`).join("")
      + runtimes.join("")
      + "</div>"
    );
  }

  function heightOfEach() {
    return Math.max(34, Math.min(90, 200 / Math.max(1, Data.facts.busy.gpus.length)));
  }

  /** Cuts a text that is wider than its place; the pointer shows all of it. */
  function fit(text, whole, width) {
    for (let length = whole.length - 1; length > 0 && text.getComputedTextLength() > width; length--)
      text.textContent = `${whole.slice(0, length)}…`;
    d3.select(text).append("title").text(whole);
  }

  /** Areas over time, one below the other. */
  function busy(svg) {
    const { gpus, begin, end } = Data.facts.busy;
    const x = TimeAxis.scale(svg.node().getBoundingClientRect().width);
    if (!x) return;
    const each = heightOfEach();
    const [left, right] = x.range();
    svg.selectAll("*").remove();
    gpus.forEach((gpu, n) => {
      const y = d3.scaleLinear([0, 1], [each * (n + 1) - 2, each * n + 8]);
      const at = i => x(begin + ((end - begin) * i) / gpu.shares.length);
      const g = svg.append("g");
      // Only where it is known: memory may have been measured before and after.
      g.append("rect")
        .attr("x", x(begin))
        .attr("width", x(end) - x(begin))
        .attr("y", y(1))
        .attr("height", y(0) - y(1))
        .attr("fill", "var(--lane)");
      g.append("path")
        .attr("fill", "var(--accent)")
        .attr("opacity", 0.85)
        .attr(
          "d",
          d3
            .area()
            .x((_, i) => at(i))
            .y0(y(0))
            .y1(share => y(Math.min(1, share)))
            .curve(d3.curveStepAfter)([...gpu.shares, 0]),
        );
      g.append("text")
        .attr("x", left - 8)
        .attr("y", (y(0) + y(1)) / 2 + 4)
        .attr("text-anchor", "end")
        .text(gpu.gpu)
        .each(function () {
          fit(this, gpu.gpu, left - 14);
        });
    });
    TimeAxis.draw(svg, x, each * gpus.length);
    const brush = d3
      .brushX()
      .extent([
        [left, 4],
        [right, each * gpus.length],
      ])
      .on("end", event => {
        if (event.selection) Page.timelineFrom(...event.selection.map(x.invert));
      });
    svg.append("g").call(brush);
  }

  function show(section) {
    const { summary, report } = Data.facts;
    section.innerHTML =
      '<div class="wide">'
      + verdict(summary)
      + tiles(summary)
      + '<div class="card"><h2>Busy over time <small>a kernel or a copy ran; drag over a part to see it on the timeline</small></h2><svg id="busy" width="100%"></svg></div>'
      + Series.cards()
      + '<div class="columns"><div>'
      + findings(report.results)
      + "</div><div>"
      + losses(summary)
      + failed(summary)
      + lookUps(summary)
      + gpuTable(summary)
      + recordings(summary)
      + "</div></div></div>";
    for (const button of section.querySelectorAll("button[data-line]"))
      button.onclick = () => Page.stacksWith(button.dataset.line);
    for (const button of section.querySelectorAll("button[data-kernel]"))
      button.onclick = () => Page.search(button.dataset.kernel);
    for (const button of section.querySelectorAll("button[data-from]"))
      button.onclick = () => Page.timelineFrom(Number(button.dataset.from), Number(button.dataset.to));
    Series.show(section);
    const svg = d3.select(section).select("#busy");
    if (!Data.facts.busy.gpus.length) {
      svg.node().parentElement.remove();
      return;
    }
    svg.attr("height", heightOfEach() * Data.facts.busy.gpus.length + 22); // before its size is watched
    new ResizeObserver(() => busy(svg)).observe(svg.node().parentElement);
  }

  return { show };
})();
