// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Sorts events into groups of lanes, each of rows in which nothing overlaps; and their colours. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Lanes = (() => {
  const MOST_ROWS = 12;
  const ORDER = {
    virtual: -1,
    range: 0,
    span: 1,
    call: 2,
    mark: 3,
    state: 4,
    sample: 5,
    other: 6,
    kernel: 0,
    copy: 1,
    barrier: 2,
    pause: 0,
    safepoint: 1,
    collection: 2,
  };
  /** The JVM's own lanes, and what they hold. */
  const JVM = { pause: "GC pauses", safepoint: "safepoints", collection: "collections" };
  /** Of the threads that use the GPU: the groups in which they are shown. */
  const threads = new Map();

  /** One row: begins, ends, and how long all before each lasted together. */
  function row(type, places) {
    const n = places.length;
    const b = new Float64Array(n);
    const e = new Float64Array(n);
    const busy = new Float64Array(n + 1);
    const at = Uint32Array.from(places);
    for (let i = 0; i < n; i++) {
      b[i] = type.begins.get(at[i]);
      e[i] = b[i] + type.durations.get(at[i]);
      busy[i + 1] = busy[i] + e[i] - b[i];
    }
    return { n, b, e, busy, at, overlaps: false };
  }

  function rows(lane) {
    const { type, places } = lane;
    const depth = type.kind === "range" && lane.nested ? type.field("depth") : null;
    const ends = [];
    const rowsOf = [];
    let overlaps = false;
    for (const place of places) {
      const begin = type.begins.get(place);
      const end = begin + type.durations.get(place);
      let to = depth ? Math.min(depth.column.get(place), MOST_ROWS - 1) : 0;
      if (!depth) {
        while (to < ends.length && ends[to] > begin) to++;
        if (to === MOST_ROWS) {
          to--;
          overlaps = true;
        }
      }
      while (rowsOf.length <= to) rowsOf.push([]);
      rowsOf[to].push(place);
      ends[to] = Math.max(ends[to] ?? -Infinity, end);
    }
    lane.rows = rowsOf.map(of => row(type, of));
    for (const one of lane.rows) {
      // What overlaps in spite of all: the ends have to ascend for what is searched by them.
      for (let i = 1; i < one.n; i++) if (one.e[i] < one.e[i - 1]) one.e[i] = one.e[i - 1];
    }
    lane.overlaps = overlaps;
    lane.places = null;
  }

  /** OpenCL names its devices, whose numbers are not HIP's. */
  function gpuName(device, agent, name) {
    return name ? name : device >= 0 ? `GPU ${device}` : agent >= 0 ? `agent ${agent}` : "unknown GPU";
  }

  /** Whether a device did it. Calls of OpenCL have a device and a queue, too, but are the host's. */
  const isWork = type => type.kind === "kernel" || type.kind === "copy" || type.kind === "barrier";

  /** Where an event belongs: its group and lane. */
  function place(type, i) {
    const get = name => (type.field(name) ? type.field(name).column.get(i) : -1);
    const file = type.files.get(i);
    const process = Data.facts.summary.files.length > 1 ? ` · file ${file + 1}` : "";
    if (isWork(type)) {
      const queue = Number(get("queue"));
      const suffix = type.kind === "copy" ? ", copies" : type.kind === "barrier" ? ", barriers" : "";
      return {
        group: gpuName(get("device"), get("agentId"), type.value("deviceName", i)) + process,
        sort: 0,
        lane: (queue < 0 ? "queue unknown" : `queue ${queue}`) + suffix,
      };
    }
    if (type.kind in JVM) return { group: `JVM${process}`, sort: 0.5, lane: JVM[type.kind] };
    const os = Number(get("osThreadId"));
    const keys = [`${file}:os${os > 0 ? os : "?"}`, `${file}:java${Number(get("javaThreadId"))}`];
    if (type.ofJvm) {
      const group = threads.get(keys[0]) ?? threads.get(keys[1]);
      return group && { group, sort: 1, lane: type.kind === "state" ? "thread state" : "CPU samples" };
    }
    const java = Number(get("javaThreadId"));
    const carrier = Data.carriers.has(`${file}:${os}`);
    const virtual = !carrier && Data.virtualThreads.has(`${file}:${java}`);
    const named = type.value("threadName", i);
    const thread = carrier ? "carrier" : named || (virtual ? `virtual thread ${java}` : `thread ${os}`);
    const lane =
      { range: "ranges", span: "spans", call: "calls", mark: "marks", virtual: "virtual threads" }[type.kind]
      || type.label;
    const started = type.kind === "range" && Number(get("rangeId")) !== 0;
    const group = thread + (os > 0 && !virtual ? ` · ${os}` : "") + process;
    // What a virtual thread waited for is not its carrier's; nor the other way.
    if (os > 0 && !virtual) threads.set(keys[0], group);
    if (java > 0 && !carrier) threads.set(keys[1], group);
    return {
      group,
      sort: 1,
      lane: started ? "start/stop" : lane,
      nested: !started && !carrier,
    };
  }

  /** What tells lanes apart, as one number where it can be, so that 1,000,000 events take no texts. */
  function keyOf(type) {
    const columns = (
      isWork(type)
        ? ["device", "agentId", "deviceName", "queue"]
        : ["javaThreadId", "osThreadId", "threadName", "rangeId"]
    )
      .map(name => type.field(name))
      .filter(Boolean);
    return i => {
      let key = `${type.files.get(i)}:`;
      for (const field of columns) {
        const value = field.column.get(i);
        key += `${field.name === "rangeId" ? (value ? 1 : 0) : value}:`;
      }
      return key;
    };
  }

  /** Where what has no lane would be. */
  const NOWHERE = {};

  function build() {
    threads.clear();
    const groups = new Map();
    for (const type of Data.types) {
      const byKey = new Map();
      const key = keyOf(type);
      for (let i = 0; i < type.size; i++) {
        const of = key(i);
        let lane = byKey.get(of);
        if (!lane) {
          const where = place(type, i);
          if (!where) {
            byKey.set(of, NOWHERE);
            continue;
          }
          let group = groups.get(where.group);
          if (!group) {
            group = { name: where.group, sort: where.sort, lanes: [], open: true, size: 0 };
            groups.set(where.group, group);
          }
          lane = group.lanes.find(one => one.type === type && one.name === where.lane);
          if (!lane) {
            lane = { name: where.lane, kind: type.kind, type, nested: where.nested, places: [] };
            group.lanes.push(lane);
          }
          lane.group = group;
          byKey.set(of, lane);
        }
        if (lane === NOWHERE) continue;
        lane.places.push(i);
        lane.group.size++;
      }
    }
    const all = [...groups.values()].sort(
      (a, b) =>
        a.sort - b.sort || (a.sort ? b.size - a.size : 0) || a.name.localeCompare(b.name, "en", { numeric: true }),
    );
    for (const group of all) {
      group.lanes.sort(
        (a, b) =>
          (group.sort ? 0 : a.name.localeCompare(b.name, "en", { numeric: true })) || ORDER[a.kind] - ORDER[b.kind],
      );
      group.lanes.forEach(rows);
    }
    return all;
  }

  // Colours: told apart without red and green; kinds also by place, hatching and outline.
  const KERNELS = [
    "#4269d0",
    "#efb118",
    "#ff725c",
    "#6cc5b0",
    "#a463f2",
    "#ff8ab7",
    "#9c6b4e",
    "#97bbf5",
    "#3ca951",
    "#bcbd22",
    "#17a2b8",
    "#c77dff",
  ];
  const COPIES = { HostToDevice: "#1b9e8f", DeviceToHost: "#0f766e", DeviceToDevice: "#5eb5ab" };
  const RANGES = ["#7c6fd6", "#9b8fe6", "#6257b8", "#b3a9ef"];
  const OF_JVM = { pause: "#c2415f", safepoint: "#b8860b", collection: "#dd9aab" };
  const STATES = { parked: "#9aa5b1", sleeping: "#b7bec8", blocked: "#c2571a", waiting: "#c98f63" };
  const CALLS = { wait: "#d08700", launch: "#5b7fb9", copy: "#1b9e8f", memory: "#b0578d" };
  const ranks = new Map();

  function hash(text) {
    let value = 0;
    for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) | 0;
    return value >>> 1;
  }

  function callColour(category) {
    return CALLS[category] || "#7a8798";
  }

  function colour(kind, name) {
    switch (kind) {
      case "kernel": {
        const rank = ranks.get(name) ?? hash(name);
        return KERNELS[rank % KERNELS.length];
      }
      case "copy":
        return COPIES[name] || "#3d9a90";
      case "range":
      case "span":
      case "virtual":
        return RANGES[hash(name.replace(/\d+/g, "#")) % RANGES.length];
      case "call":
        return callColour(Data.categories[name]);
      case "pause":
      case "safepoint":
      case "collection":
        return OF_JVM[kind];
      case "state":
        return STATES[name.split(" ")[0]] || "#2e8fb3"; // else files and sockets
      case "sample":
        return name === "Java" ? "#5d8a3c" : "#8c8c5a";
      default:
        return "#8b94a3";
    }
  }

  /** A kernel's name, and shorter ones that no other kernel has: KernelNames.forms. */
  const forms = name => [name, ...(Data.facts.shorter[name] ?? [])];

  /** In a table's cell, about: what is too wide loses its end there, which may tell kernels apart. */
  function fitted(cell) {
    const all = forms(cell.getValue());
    const letters = (cell.getColumn().getWidth() - 40) / 6.8;
    return all.find(form => form.length <= letters) ?? all.at(-1);
  }

  return {
    gpuName,
    build() {
      Data.facts.summary.kernels.forEach((kernel, i) => {
        ranks.set(kernel.kernel, i);
      });
      return build();
    },
    callColour,
    colour,
    forms,
    fitted,
  };
})();
