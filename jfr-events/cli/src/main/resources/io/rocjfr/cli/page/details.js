// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** What is said of a selected event, and which others belong to it. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Details = (() => {
  const CORRELATION = "correlationId";
  const MOST = 500;
  /** Frames that are shown at first. */
  const MOST_FRAMES = 12;

  /** What each of some events is of, by the id that it has in its file; made when it is first wanted. */
  function index(type, field) {
    let ready = null;
    return async () => {
      if (!type()) return new Map();
      ready ??= type()
        .load(...type().fields.map(one => one.name))
        .then(() => type().files.load())
        .then(() => {
          const found = new Map();
          for (let i = 0; i < type().size; i++) {
            found.set(`${type().files.get(i)}:${type().value(field, i)}`, i);
          }
          return found;
        });
      return ready;
    };
  }

  const sites = index(() => Data.sites, CORRELATION);
  const contexts = index(() => Data.contexts, "externalId");

  /** The frames of an event's stack, the innermost first; null where it is not known. */
  async function stackOf({ type, i }) {
    let node = type.value("stack", i) ?? 0;
    if (type.field(CORRELATION) && type.value(CORRELATION, i)) {
      const site = (await sites()).get(`${type.files.get(i)}:${type.value(CORRELATION, i)}`);
      if (site !== undefined) node = Data.sites.value("stack", site);
    }
    return node ? (await Data.stacks()).of(node) : null;
  }

  const hex = (value, digits) => BigInt.asUintN(64, BigInt(value)).toString(16).padStart(digits, "0");

  /** The trace and the span of an event in hexadecimal digits, as tracing tools have them. */
  async function traceOf({ type, i }) {
    const id = type.field("externalId") ? type.value("externalId", i) : 0;
    const at = id ? (await contexts()).get(`${type.files.get(i)}:${id}`) : undefined;
    if (at === undefined) return null;
    const of = name => Data.contexts.value(name, at);
    return { traceId: hex(of("traceIdHigh"), 16) + hex(of("traceIdLow"), 16), spanId: hex(of("spanId"), 16) };
  }

  /** The innermost range on the thread of an event, around the call that it belongs to. */
  async function rangeOf(event, partners) {
    const call = event.type.kind === "call" ? event : (partners.find(one => one.type.kind === "call") ?? event);
    if (call.type.ofJvm) return null;
    const begin = call.type.begins.get(call.i);
    const file = call.type.files.get(call.i);
    // A virtual thread may begin a range on one carrier and make its calls on others.
    const thread = type => i =>
      Number(type.value("javaThreadId", i)) > 0
        ? `java ${type.value("javaThreadId", i)}`
        : `system ${type.value("osThreadId", i)}`;
    const wanted = thread(call.type)(call.i);
    let found = null;
    for (const type of Data.types) {
      if (type.kind !== "range") continue;
      await type.load("javaThreadId", "osThreadId", "rangeId");
      const of = thread(type);
      // In the order of their begins: the last that is around it is the innermost.
      for (let i = 0; i < type.size && type.begins.get(i) <= begin; i++) {
        if (
          type.begins.get(i) + type.durations.get(i) >= begin
          && type.files.get(i) === file
          && !Number(type.value("rangeId", i) ?? 0)
          && of(i) === wanted
          && !(type === event.type && i === event.i)
        )
          found = { type, i };
      }
    }
    return found;
  }

  async function joined(event) {
    await Promise.all(Data.types.map(type => type.load(CORRELATION)));
    const id = event.type.value(CORRELATION, event.i);
    if (!id || event.type.kind === "range" || event.type.kind === "mark") return [];
    const file = event.type.files.get(event.i);
    const found = [];
    for (const type of Data.types) {
      const field = type.field(CORRELATION);
      if (!field || type.kind === "range" || type.kind === "mark") continue;
      for (let i = 0; i < type.size && found.length < MOST; i++) {
        // biome-ignore lint/suspicious/noDoubleEquals: a column holds numbers or BigInts, which == compares by value.
        if (field.column.get(i) == id && type.files.get(i) === file && !(type === event.type && i === event.i))
          found.push({ type, i });
      }
    }
    return found;
  }

  function valueText(field, value) {
    if (field.text) return Data.strings[value];
    if (field.bytes) return Units.bytes(Number(value)) + (value >= 1024 ? ` (${Units.count(value)} B)` : "");
    return /id$/i.test(field.name) || typeof value === "bigint" ? String(value) : Units.count(value);
  }

  /** What applies only: fields that are empty or unknown are left out. */
  function applies(field, value) {
    if (field.text) return Data.strings[value] !== "";
    if (field.name === "timed") return false; // the duration says so
    if (Number(value) === field.unknown) return false;
    if (field.name === "queue" && Number(value) === -1) return false; // of a call, or of no queue
    return !(/Id$/.test(field.name) && !value);
  }

  /** A template's link to a trace. */
  function linkTo(trace) {
    const url = Data.facts.traceUrl.replaceAll("{traceId}", trace.traceId).replaceAll("{spanId}", trace.spanId);
    return `<a href="${Units.text(url)}" target="_blank" rel="noopener noreferrer">Show the trace</a>`;
  }

  function stackText(frames) {
    const item = frame => `<li>${Units.text(frame)}</li>`;
    const rest = frames.slice(MOST_FRAMES);
    return (
      `<h3>Java stack</h3><ol class="frames">${frames.slice(0, MOST_FRAMES).map(item).join("")}</ol>`
      + (rest.length
        ? `<details><summary>${Units.counted(rest.length, "more frame", "more frames")}</summary>`
          + `<ol class="frames" start="${MOST_FRAMES + 1}">${rest.map(item).join("")}</ol></details>`
        : "")
    );
  }

  /** Buttons that select other events. */
  function links(panel, title, events, begin, timeline) {
    if (!events.length) return;
    const t = Units.text;
    const head = document.createElement("h3");
    head.textContent = title;
    panel.append(head);
    for (const one of events.slice(0, 50)) {
      const button = document.createElement("button");
      button.className = "joined";
      const away = one.type.begins.get(one.i) - begin;
      button.innerHTML =
        t(one.type.nameOf(one.i))
        + "<span>"
        + t(one.type.label)
        + ", "
        + one.type.durationOf(one.i)
        + ", begins "
        + Units.duration(Math.abs(away))
        + (away < 0 ? " before" : " after")
        + "</span>";
      button.onclick = () => timeline.select(one, true);
      panel.append(button);
    }
    if (events.length > 50) panel.append(`and ${events.length - 50} more`);
  }

  async function show(panel, event, partners, timeline) {
    panel.hidden = !event;
    panel.shows = event;
    if (!event) return;
    const { type, i } = event;
    await type.load(...type.fields.map(field => field.name));
    const [frames, trace, range] = await Promise.all([stackOf(event), traceOf(event), rangeOf(event, partners)]);
    if (panel.shows !== event) return; // Another one was selected meanwhile.
    const begin = type.begins.get(i);
    const rows = [
      ["Duration", type.durationOf(i)],
      ["Begin", Units.time(begin - Data.begin, 100)],
    ];
    for (const field of type.fields) {
      const value = field.column.get(i);
      if (field.name === "stack" || (trace && field.name === "externalId")) continue;
      if (field !== type.nameField && applies(field, value)) rows.push([field.label, valueText(field, value)]);
    }
    if (trace) rows.push(["Trace Id", trace.traceId], ["Span Id", trace.spanId]);
    const t = Units.text;
    panel.innerHTML =
      '<button class="close" aria-label="Close">×</button><h2>'
      + t(type.nameOf(i))
      + "</h2><div>"
      + t(type.label)
      + "</div><dl>"
      + rows.map(([name, value]) => `<dt>${t(name)}</dt><dd>${t(value)}</dd>`).join("")
      + "</dl>"
      + (trace && Data.facts.traceUrl ? linkTo(trace) : "")
      + (frames ? stackText(frames) : "");
    panel.querySelector(".close").onclick = () => timeline.select(null);
    const of = call => partners.filter(one => (one.type.kind === "call") === call);
    links(panel, "Its call", of(true), begin, timeline);
    links(
      panel,
      type.kind === "call" ? "What it submitted" : "What else its call submitted",
      of(false),
      begin,
      timeline,
    );
    links(panel, "Its range", range ? [range] : [], begin, timeline);
  }

  /** The name first, then what matters. */
  function tip(event) {
    const { type, i } = event;
    const t = Units.text;
    const parts = [
      type.isTimed(i) ? Units.duration(type.durations.get(i)) : "of unknown length, ended",
      `at ${Units.time(type.begins.get(i) - Data.begin, 1000)}`,
    ];
    return `<b>${t(type.nameOf(i))}</b><br><span>${parts.map(t).join(", ")}</span>`;
  }

  return { joined, show, stackOf, traceOf, rangeOf, tip };
})();
