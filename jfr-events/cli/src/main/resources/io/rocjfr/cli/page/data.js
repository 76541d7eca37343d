// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** What the page was made of: facts, and events as columns, unpacked when they are first wanted. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
const Data = (() => {
  /** Java stacks of events, unpacked when the first is wanted: a tree of frames. */
  let stackTree = null;

  async function unpack(id) {
    const element = document.getElementById(`data-${id}`);
    if (!element) return null;
    const text = element.textContent;
    // Base64 in parts, so that no copy of all of it is made as text.
    const packed = new Uint8Array(
      Math.floor((text.length * 3) / 4) - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0),
    );
    const part = 1 << 20;
    for (let at = 0, to = 0; at < text.length; at += part) {
      const bytes = atob(text.slice(at, at + part));
      for (let i = 0; i < bytes.length; i++) packed[to++] = bytes.charCodeAt(i);
    }
    element.textContent = ""; // The memory is better used otherwise.
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const json = async id => JSON.parse(new TextDecoder().decode(await unpack(id)));

  function array(column, size) {
    const { least, greatest } = column;
    if (least >= 0) {
      if (greatest < 256) return new Uint8Array(size);
      if (greatest < 65536) return new Uint16Array(size);
      if (greatest < 4294967296) return new Uint32Array(size);
    } else if (least >= -128 && greatest < 128) return new Int8Array(size);
    else if (least >= -2147483648 && greatest < 2147483648) return new Int32Array(size);
    return new Float64Array(size);
  }

  /** Differences in zigzag, bytes of 7 bits. */
  function decode(bytes, column, size) {
    const values = array(column, size);
    let value = 0;
    for (let i = 0, at = 0; i < size; i++) {
      let byte = bytes[at++];
      let rest = byte & 0x7f;
      for (let scale = 128; byte & 0x80; scale *= 128) {
        byte = bytes[at++];
        rest += (byte & 0x7f) * scale;
      }
      value += rest % 2 ? -(rest + 1) / 2 : rest / 2;
      values[i] = value;
    }
    return values;
  }

  /** One column: get(i), once it is loaded. */
  class Column {
    constructor(id, about, size) {
      Object.assign(this, { id, about, size });
      if ("same" in about) {
        const same = about.big ? BigInt(about.same) : Number(about.same);
        this.get = () => same;
      }
    }
    load() {
      // Once, also where another event is selected meanwhile: what is packed goes as it is unpacked.
      this.loaded ??= this.read();
      return this.loaded;
    }
    async read() {
      if (this.get) return this;
      const bytes = await unpack(this.id);
      const values = this.about.big
        ? new BigInt64Array(bytes.buffer, bytes.byteOffset, this.size)
        : decode(bytes, this.about, this.size);
      this.values = values;
      this.get = i => values[i];
      return this;
    }
  }

  const KINDS = {
    KernelDispatch: "kernel",
    MemCopy: "copy",
    Barrier: "barrier",
    RoctxRange: "range",
    RoctxMark: "mark",
    SpanScope: "span",
    GarbageCollection: "collection",
    GcPause: "pause",
    Safepoint: "safepoint",
    ThreadState: "state",
    CpuSample: "sample",
    LaunchSite: "site",
    SpanContext: "context",
    VirtualThread: "virtual",
  };
  const NAMES = {
    kernel: "kernel",
    copy: "direction",
    range: "message",
    mark: "message",
    call: "function",
    state: "state",
    sample: "code",
  };
  /** What the JVM did beside; the time of the page is that of all else. */
  const OF_JVM = new Set(["collection", "pause", "safepoint", "state", "sample"]);

  class Type {
    constructor(about, number) {
      this.name = about.name;
      this.label = about.label;
      this.size = about.size;
      this.number = number;
      this.begins = new Column(`b${number}`, about.begins, about.size);
      this.durations = new Column(`d${number}`, about.durations, about.size);
      this.files = new Column(`file${number}`, about.files, about.size);
      this.fields = about.fields.map((field, i) => ({
        ...field,
        column: new Column(`f${number}_${i}`, field.values, about.size),
      }));
      this.kind = KINDS[about.name] || (this.field("function") ? "call" : "other");
      this.ofJvm = OF_JVM.has(this.kind);
      this.nameField = this.field(NAMES[this.kind]) || this.fields.find(field => field.text);
    }
    field(name) {
      return this.fields.find(field => field.name === name);
    }
    async load(...names) {
      for (const name of names) if (this.field(name)) await this.field(name).column.load();
    }
    /** The value of a field, texts as texts; undefined if there is no such field. */
    value(name, i) {
      const field = this.field(name);
      if (!field) return undefined;
      const value = field.column.get(i);
      return field.text ? data.strings[value] : value;
    }
    /** Whether an event's length is known: OpenCL tells none of queues without profiling. */
    isTimed(i) {
      const field = this.field("timed");
      return field?.column.get(i) !== 0;
    }
    /** In words; where it is not known as all that is missing. */
    durationOf(i) {
      return this.isTimed(i) ? Units.duration(this.durations.get(i)) : "-";
    }
    nameOf(i) {
      return this.nameField ? data.strings[this.nameField.column.get(i)] || this.label : this.label;
    }
  }

  const data = {
    async stacks() {
      stackTree ??= json("stacks").then(({ frames, callers, texts }) => ({
        callers,
        frame: node => texts[frames[node]],
        /** The innermost frame first. */
        of(node) {
          const all = [];
          for (let at = node; at; at = callers[at]) all.push(texts[frames[at]]);
          return all;
        },
      }));
      return stackTree;
    },
    facts: null,
    strings: [],
    carriers: new Set(), // that stand for their virtual threads: file:os id
    virtualThreads: new Set(), // that stand for themselves: file:java id
    categories: {}, // of functions of HIP and OpenCL, by name
    types: [],
    sites: null, // stacks of calls by correlation id
    contexts: null, // traces of spans by external id
    samples: null, // of running code
    async load() {
      data.facts = await json("facts");
      data.carriers = new Set(data.facts.carriers);
      data.virtualThreads = new Set(data.facts.virtualThreads);
      data.strings = await json("strings");
      data.categories = await json("categories");
      const all = (await json("types")).map((about, i) => new Type(about, i));
      data.types = all.filter(type => type.kind !== "site" && type.kind !== "context");
      data.sites = all.find(type => type.kind === "site");
      data.contexts = all.find(type => type.kind === "context");
      data.samples = all.find(type => type.kind === "sample");
      let begin = Infinity;
      let end = -Infinity;
      for (const type of data.types) {
        await Promise.all(
          [type.begins, type.durations, type.files, type.nameField?.column]
            .filter(Boolean)
            .map(column => column.load()),
        );
        await type.load(
          "device",
          "agentId",
          "deviceName",
          "queue",
          "threadName",
          "javaThreadId",
          "osThreadId",
          "depth",
          "rangeId",
          "timed",
        );
        for (let i = 0; i < type.size && !type.ofJvm; i++) {
          const from = type.begins.get(i);
          if (from < begin) begin = from;
          if (from + type.durations.get(i) > end) end = from + type.durations.get(i);
        }
      }
      data.begin = Number.isFinite(begin) ? begin : 0;
      data.end = end > begin ? end : data.begin + 1;
    },
  };
  return data;
})();
