// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** What is said of a selected event, and which others belong to it. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Details = (() => {
  const CORRELATION = "correlationId";
  const MOST = 500;
  const HIDDEN_IF = {
    queue: -1,
    stream: -1,
    device: -1,
    agentId: -1,
    bytes: -1,
    javaThreadId: -1,
    queueDelay: -1,
    submitDelay: -1,
  };

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
    if (field.name in HIDDEN_IF && Number(value) === HIDDEN_IF[field.name]) return false;
    return !(/Id$/.test(field.name) && !value);
  }

  async function show(panel, event, partners, timeline) {
    panel.hidden = !event;
    if (!event) return;
    const { type, i } = event;
    await type.load(...type.fields.map(field => field.name));
    const begin = type.begins.get(i);
    const rows = [
      ["Duration", type.durationOf(i)],
      ["Begin", Units.time(begin - Data.begin, 100)],
    ];
    for (const field of type.fields) {
      const value = field.column.get(i);
      if (field !== type.nameField && applies(field, value)) rows.push([field.label, valueText(field, value)]);
    }
    const t = Units.text;
    panel.innerHTML =
      '<button class="close" aria-label="Close">×</button><h2>'
      + t(type.nameOf(i))
      + "</h2><div>"
      + t(type.label)
      + "</div><dl>"
      + rows.map(([name, value]) => `<dt>${t(name)}</dt><dd>${t(value)}</dd>`).join("")
      + "</dl>";
    panel.querySelector(".close").onclick = () => timeline.select(null);
    if (partners.length) {
      const title = document.createElement("h3");
      title.textContent = type.kind === "call" ? "What it submitted" : "Its call, and the other work of that call";
      panel.append(title);
      for (const one of partners.slice(0, 50)) {
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
      if (partners.length > 50) panel.append(`and ${partners.length - 50} more`);
    }
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

  return { joined, show, tip };
})();
