// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** The timeline: a canvas over typed arrays. What is narrower than a pixel is shown as density. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
class Timeline {
  /** Left of the time: names. Less of it on a phone. */
  static GUTTER = 190;
  static NARROW_GUTTER = 92;
  static NARROW = 600;
  static RULER = 26;
  static MAP = 40;
  static ROW = 18;
  static HEAD = 22;
  static GAP = 5;

  /**
   * In an element.
   *
   * onSelect(event, joined) is called for a new selection, onLeave() before it, onShow() whenever
   * another stretch of time is shown.
   */
  constructor(stage, { onSelect, onLeave, onShow }) {
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute(
      "aria-label",
      "Timeline. W and S zoom, A and D move, arrow keys go from event to event, slash searches, question mark lists all keys.",
    );
    stage.append(this.canvas);
    this.context = this.canvas.getContext("2d", { alpha: false });
    Object.assign(this, { onSelect, onLeave, onShow });
    this.groups = Lanes.build();
    this.from = Data.begin;
    this.to = Data.end;
    this.scroll = 0;
    this.keys = new Set();
    this.pointer = null;
    this.selected = null;
    this.joined = [];
    this.matches = null;
    this.names = new Map();
    const margin = (this.to - this.from) * 0.01;
    this.from -= margin;
    this.to += margin;
    this.whole = [this.from, this.to];
    this.lay();
    new ResizeObserver(() => this.resize()).observe(stage);
    new TimelineInput(this, stage);
    this.resize();
  }

  /** Where each group and lane stands, in pixels from the top of all. */
  lay() {
    this.items = [];
    let y = 4;
    for (const group of this.groups) {
      this.items.push({ group, y, height: Timeline.HEAD });
      y += Timeline.HEAD;
      if (group.open) {
        for (const lane of group.lanes) {
          const height = lane.rows.length * Timeline.ROW + Timeline.GAP;
          this.items.push({ lane, y, height });
          y += height;
        }
      }
      y += 6;
    }
    this.total = y;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.gutter = this.width < Timeline.NARROW ? Timeline.NARROW_GUTTER : Timeline.GUTTER;
    if (!this.width) return;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.draw();
  }

  get top() {
    return Timeline.MAP + Timeline.RULER;
  }
  get drawn() {
    return this.width - this.gutter;
  }
  get scale() {
    return this.drawn / (this.to - this.from);
  }
  x(time) {
    return this.gutter + (time - this.from) * this.scale;
  }
  time(x) {
    return this.from + (x - this.gutter) / this.scale;
  }

  show(from, to) {
    const length = Math.min(Math.max(to - from, 20), (this.whole[1] - this.whole[0]) * 1.2);
    const middle = (from + to) / 2;
    const slack = length * 0.5;
    const clamped = Math.min(Math.max(middle, this.whole[0] - slack + length / 2), this.whole[1] + slack - length / 2);
    this.from = clamped - length / 2;
    this.to = clamped + length / 2;
    this.onShow();
    this.redraw();
  }
  zoom(factor, at) {
    const time = at ?? (this.from + this.to) / 2;
    this.show(time - (time - this.from) * factor, time + (this.to - time) * factor);
  }
  pan(pixels) {
    const by = pixels / this.scale;
    this.show(this.from + by, this.to + by);
  }
  scrollBy(pixels) {
    this.scroll = Math.max(0, Math.min(this.scroll + pixels, this.total - (this.height - this.top) + 20));
    this.redraw();
  }

  redraw() {
    if (!this.asked) {
      this.asked = true;
      requestAnimationFrame(() => {
        this.asked = false;
        this.draw();
      });
    }
  }

  static firstAbove(values, n, value) {
    let from = 0;
    let to = n;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (values[middle] <= value) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** From a place on, the first that begins at that time or later: mostly not far. */
  static nextFrom(values, n, place, time) {
    let step = 1;
    let low = place;
    let high = place + 1;
    while (high < n && values[high] < time) {
      low = high;
      high = Math.min(n, high + step);
      step *= 2;
    }
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (values[middle] < time) low = middle;
      else high = middle;
    }
    return Math.max(high, place + 1);
  }

  style(name) {
    return this.styles[name];
  }

  draw() {
    if (!this.width) return;
    const css = getComputedStyle(document.documentElement);
    this.styles = {};
    for (const name of ["back", "panel", "line", "text", "soft", "lane", "accent", "select"])
      this.styles[name] = css.getPropertyValue(`--${name}`).trim();
    const c = this.context;
    c.fillStyle = this.style("panel");
    c.fillRect(0, 0, this.width, this.height);
    c.save();
    c.beginPath();
    c.rect(0, this.top, this.width, this.height - this.top);
    c.clip();
    this.drawGrid();
    for (const item of this.items) {
      const y = this.top + item.y - this.scroll;
      if (y + item.height < this.top || y > this.height) continue;
      if (item.group) this.drawHead(item.group, y);
      else this.drawLane(item.lane, y, item.height);
    }
    this.drawJoins();
    c.restore();
    this.drawRuler();
    this.drawMap();
  }

  ticks() {
    const ticks = d3
      .scaleLinear([this.from - Data.begin, this.to - Data.begin], [0, 1])
      .ticks(Math.max(2, Math.floor(this.drawn / 110)));
    return { ticks, step: ticks.length > 1 ? ticks[1] - ticks[0] : 1 };
  }

  drawGrid() {
    const c = this.context;
    c.fillStyle = this.style("line");
    c.globalAlpha = 0.45;
    for (const tick of this.ticks().ticks) c.fillRect(Math.round(this.x(tick + Data.begin)), this.top, 1, this.height);
    c.globalAlpha = 1;
  }

  drawRuler() {
    const c = this.context;
    const y = Timeline.MAP;
    c.fillStyle = this.style("back");
    c.fillRect(0, y, this.width, Timeline.RULER);
    c.fillStyle = this.style("line");
    c.fillRect(0, y + Timeline.RULER - 1, this.width, 1);
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    const { ticks, step } = this.ticks();
    // Far in, what all ticks have in common is said once: a label is what comes on top.
    const base = Units.base(ticks[0] ?? 0, step);
    let free = this.gutter;
    for (const tick of ticks) {
      const x = Math.round(this.x(tick + Data.begin));
      if (x < this.gutter) continue;
      c.fillStyle = this.style("line");
      c.fillRect(x, y + 16, 1, 10);
      c.fillStyle = this.style("soft");
      const text = base ? `+${Units.time(tick - base, step)}` : Units.time(tick, step);
      const wide = c.measureText(text).width;
      // Right of its tick; the last one, which would be cut off there, left of it if that is free.
      const at = x + 4 + wide <= this.width ? x + 4 : x - 4 - wide;
      if (at >= free) c.fillText(text, at, y + 12);
      free = at + wide + 4;
    }
    c.fillStyle = this.style("back");
    c.fillRect(0, y, this.gutter, Timeline.RULER - 1);
    c.fillStyle = this.style("text");
    const shown = `${Units.duration(this.to - this.from)} shown`;
    const from = base ? ` from ${Units.time(base, Units.baseStep(step))}` : "";
    c.fillText(Timeline.fit(c, shown + from, this.gutter - 14), 10, y + 12);
  }

  /** All of the recording: how busy the GPUs were, and what is shown of it. */
  drawMap() {
    const c = this.context;
    const { gpus, begin, end } = Data.facts.busy;
    c.fillStyle = this.style("back");
    c.fillRect(0, 0, this.width, Timeline.MAP);
    const scale = this.drawn / (this.whole[1] - this.whole[0]);
    const at = time => this.gutter + (time - this.whole[0]) * scale;
    const height = Timeline.MAP - 10;
    const each = gpus.length ? height / Math.min(gpus.length, 4) : 0;
    gpus.slice(0, 4).forEach((gpu, n) => {
      const bottom = 5 + each * (n + 1);
      c.fillStyle = this.style("accent");
      const step = (at(end) - at(begin)) / gpu.shares.length;
      gpu.shares.forEach((share, i) => {
        if (share > 0) {
          c.globalAlpha = 0.35 + 0.5 * share;
          const high = Math.max(1, share * (each - 2));
          c.fillRect(at(begin) + i * step, bottom - high, Math.max(step, 0.8), high);
        }
      });
      c.globalAlpha = 1;
    });
    const [x0, x1] = [Math.max(this.gutter, at(this.from)), Math.min(this.width, at(this.to))];
    c.fillStyle = this.style("back");
    c.globalAlpha = 0.65;
    c.fillRect(this.gutter, 0, Math.max(0, x0 - this.gutter), Timeline.MAP);
    c.fillRect(x1, 0, Math.max(0, this.width - x1), Timeline.MAP);
    c.globalAlpha = 1;
    c.strokeStyle = this.style("accent");
    c.lineWidth = 1.5;
    c.strokeRect(x0 + 0.5, 1, Math.max(3, x1 - x0 - 1), Timeline.MAP - 2);
    c.fillStyle = this.style("back");
    c.fillRect(0, 0, this.gutter - 1, Timeline.MAP);
    c.fillStyle = this.style("soft");
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    c.fillText(gpus.length > 1 ? `${gpus.length} GPUs busy` : "GPU busy", 10, Timeline.MAP / 2);
  }

  drawHead(group, y) {
    const c = this.context;
    c.fillStyle = this.style("back");
    c.fillRect(0, y, this.width, Timeline.HEAD - 2);
    c.fillStyle = this.style("text");
    c.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    c.fillText((group.open ? "▾ " : "▸ ") + group.name, 10, y + Timeline.HEAD / 2 - 1);
    const width = c.measureText(`▾ ${group.name}`).width;
    c.fillStyle = this.style("soft");
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    c.fillText(Units.counted(group.size, "event", "events"), 22 + width, y + Timeline.HEAD / 2 - 1);
  }

  drawLane(lane, y, height) {
    const c = this.context;
    c.save();
    c.beginPath();
    c.rect(this.gutter, y, this.drawn, height);
    c.clip();
    lane.rows.forEach((row, i) => {
      this.drawRow(lane, row, y + i * Timeline.ROW, Timeline.ROW - 2);
    });
    c.restore();
    c.fillStyle = this.style("panel");
    c.fillRect(0, y, this.gutter, height - 1);
    c.fillStyle = this.style("soft");
    c.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    c.fillText(Timeline.fit(c, lane.name, this.gutter - 36), 24, y + Timeline.ROW / 2 - 1);
    c.fillStyle = this.style("line");
    c.fillRect(this.gutter - 1, y - 2, 1, height + 2);
  }

  static fit(c, text, width) {
    if (c.measureText(text).width <= width) return text;
    const length = Math.floor((text.length * width) / c.measureText(text).width) - 1;
    return length < 2 ? "" : `${text.slice(0, length)}…`;
  }

  /** The longest form of a name that fits. */
  static longest(c, look, width) {
    look.widths ??= look.forms.map(text => c.measureText(text).width);
    return look.forms[look.widths.findIndex(wide => wide <= width)];
  }

  nameAndColour(lane, place) {
    const field = lane.type.nameField;
    const id = field ? field.column.get(place) : 0;
    const key = lane.kind;
    let byId = this.names.get(key);
    if (!byId) {
      byId = [];
      this.names.set(key, byId);
    }
    let found = byId[id];
    if (!found) {
      const name = lane.type.nameOf(place);
      const colour = Lanes.colour(lane.kind, name);
      const rgb = d3.rgb(colour);
      const light = 0.299 * rgb.r + 0.587 * rgb.g + 0.114 * rgb.b > 140;
      byId[id] = found = {
        id,
        name,
        colour,
        ink: light ? "#14181d" : "#ffffff",
        forms: lane.kind === "kernel" ? Lanes.forms(name) : null,
      };
    }
    return found;
  }

  drawRow(lane, row, y, height) {
    const c = this.context;
    const { from, to, scale } = this;
    const { b, e, busy, at, n } = row;
    const base = y + height;
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    let alpha = 1;
    let fill = null;
    for (let i = Timeline.firstAbove(e, n, from); i < n && b[i] < to; ) {
      const x0 = this.gutter + (b[i] - from) * scale;
      const wide = (e[i] - b[i]) * scale;
      if (wide >= 1.5) {
        const look = this.nameAndColour(lane, at[i]);
        const dim = this.matches && !this.matches[look.id] ? 0.2 : 1;
        if (dim !== alpha) c.globalAlpha = alpha = dim;
        const left = Math.max(x0, this.gutter - 2);
        const width = Math.min(x0 + wide, this.width + 2) - left;
        if (fill !== look.colour) c.fillStyle = fill = look.colour;
        c.fillRect(left, y, width > 3 ? width - 0.6 : width, height);
        if (lane.kind === "copy" && width > 5) {
          this.hatch(left, y, width, height);
          fill = null;
        }
        if (width > 24) {
          c.fillStyle = fill = look.ink;
          const text = look.forms ? Timeline.longest(c, look, width - 8) : Timeline.fit(c, look.name, width - 8);
          if (text) c.fillText(text, left + 4, y + height / 2 + 0.5);
        }
        i++;
        continue;
      }
      // All that begin in this pixel: as high as the share of it in which one of them ran.
      const pixel = Math.floor(x0);
      const j = Timeline.nextFrom(b, n, i, from + (pixel + 1 - this.gutter) / scale);
      const share = Math.min(1, (busy[j] - busy[i]) * scale);
      const look = this.nameAndColour(lane, at[(i + j) >> 1]);
      const dim = this.matches && !this.anyMatch(lane, row, i, j) ? 0.2 : 1;
      if (dim !== alpha) c.globalAlpha = alpha = dim;
      const high = lane.kind === "sample" ? height * 0.7 : Math.max(1.5, share * height);
      if (fill !== look.colour) c.fillStyle = fill = look.colour;
      c.fillRect(pixel, base - high, 1, high);
      i = j;
    }
    if (alpha !== 1) c.globalAlpha = 1;
  }

  anyMatch(lane, row, from, to) {
    const column = lane.type.nameField?.column;
    if (!column) return false;
    const step = Math.max(1, (to - from) >> 5);
    for (let i = from; i < to; i += step) if (this.matches[column.get(row.at[i])]) return true;
    return false;
  }

  hatch(x, y, width, height) {
    const c = this.context;
    if (!this.hatched) {
      const tile = document.createElement("canvas");
      tile.width = tile.height = 6;
      const t = tile.getContext("2d");
      t.strokeStyle = "rgba(255,255,255,.38)";
      t.lineWidth = 1.2;
      t.beginPath();
      for (const shift of [-6, 0, 6]) {
        t.moveTo(shift, 6);
        t.lineTo(shift + 6, 0);
      }
      t.stroke();
      this.hatched = c.createPattern(tile, "repeat");
    }
    c.fillStyle = this.hatched;
    c.fillRect(x, y, width, height);
  }

  /** Where an event is drawn; null if its group is closed. */
  boxOf(event) {
    for (const item of this.items) {
      if (item.lane && item.lane.type === event.type) {
        for (let r = 0; r < item.lane.rows.length; r++) {
          const row = item.lane.rows[r];
          const begin = event.type.begins.get(event.i);
          for (let i = Timeline.firstAbove(row.b, row.n, begin) - 1; i >= 0 && row.b[i] === begin; i--) {
            if (row.at[i] === event.i)
              return {
                x: this.x(begin),
                width: (row.e[i] - begin) * this.scale,
                y: this.top + item.y - this.scroll + r * Timeline.ROW,
                item,
              };
          }
        }
      }
    }
    return null;
  }

  drawJoins() {
    if (!this.selected) return;
    const c = this.context;
    const from = this.boxOf(this.selected);
    c.save();
    c.beginPath();
    c.rect(this.gutter, this.top, this.drawn, this.height);
    c.clip();
    c.lineWidth = 2;
    c.strokeStyle = this.style("text");
    if (from) c.strokeRect(from.x - 1, from.y - 1, Math.max(4, from.width + 1), Timeline.ROW);
    const call =
      this.joined.find(one => one.type.kind === "call") || (this.selected.type.kind === "call" ? this.selected : null);
    const start = call && (call === this.selected ? from : this.boxOf(call));
    c.strokeStyle = this.style("accent");
    for (const one of this.joined.slice(0, 200)) {
      const box = this.boxOf(one);
      if (!box) continue;
      c.strokeRect(box.x - 1, box.y - 1, Math.max(4, box.width + 1), Timeline.ROW);
    }
    for (const one of [this.selected, ...this.joined].slice(0, 200)) {
      if (!start || one.type.kind === "call") continue;
      const box = one === this.selected ? from : this.boxOf(one);
      if (!box) continue;
      const y0 = start.y + Timeline.ROW / 2;
      const y1 = box.y + Timeline.ROW / 2;
      const x0 = start.x + Math.min(start.width, 6);
      c.lineWidth = 1.5;
      c.beginPath();
      c.moveTo(x0, y0);
      const bend = Math.max(30, Math.abs(box.x - x0) / 2);
      c.bezierCurveTo(x0 + bend, y0, box.x - bend, y1, box.x, y1);
      c.stroke();
      c.beginPath();
      c.moveTo(box.x, y1);
      c.lineTo(box.x - 6, y1 - 4);
      c.lineTo(box.x - 6, y1 + 4);
      c.fillStyle = this.style("accent");
      c.fill();
    }
    c.restore();
  }

  /** The event at a place of the canvas, or the group whose head is there. */
  at(x, y) {
    if (y < this.top) return null;
    const place = y - this.top + this.scroll;
    const item = this.items.find(one => place >= one.y && place < one.y + one.height);
    if (!item) return null;
    if (item.group) return { group: item.group };
    const r = Math.floor((place - item.y) / Timeline.ROW);
    const row = item.lane.rows[r];
    if (!row || x < this.gutter) return { lane: item.lane };
    const near = 2 / this.scale;
    const time = this.time(x);
    let best = null;
    let distance = near;
    for (
      let i = Math.max(0, Timeline.firstAbove(row.e, row.n, time - near));
      i < row.n && row.b[i] <= time + near;
      i++
    ) {
      const away = time < row.b[i] ? row.b[i] - time : time > row.e[i] ? time - row.e[i] : 0;
      if (away <= distance) {
        best = i;
        distance = away;
        if (away === 0) break;
      }
    }
    return best === null
      ? { lane: item.lane }
      : { lane: item.lane, row, n: best, event: { type: item.lane.type, i: row.at[best] } };
  }

  /** Selects an event; its partners are those with the same correlation id. */
  async select(event, reveal = false) {
    this.onLeave();
    this.selected = event;
    this.joined = event ? await Details.joined(event) : [];
    if (event && reveal) this.reveal(event);
    await this.onSelect(event, this.joined);
    this.redraw();
  }

  reveal(event) {
    for (const group of this.groups)
      if (!group.open && group.lanes.some(lane => lane.type === event.type)) group.open = true;
    this.lay();
    const begin = event.type.begins.get(event.i);
    const length = Math.max(event.type.durations.get(event.i), 100);
    if (begin < this.from || begin + length > this.to || length * this.scale < 8)
      this.show(begin - 6 * length, begin + 7 * length);
    const box = this.boxOf(event);
    if (box && (box.y < this.top + 10 || box.y > this.height - 30)) this.scrollBy(box.y - this.height / 2);
  }

  /** Goes to the next or previous event of the selected one's row. */
  step(by) {
    if (!this.selected) return;
    for (const group of this.groups) {
      for (const lane of group.lanes) {
        if (lane.type !== this.selected.type) continue;
        for (const row of lane.rows) {
          const n = row.at.indexOf(this.selected.i);
          if (n >= 0) {
            const to = n + by;
            if (to >= 0 && to < row.n) this.select({ type: lane.type, i: row.at[to] }, true);
            return;
          }
        }
      }
    }
  }

  /** How long each frame took while zooming in and out again, in milliseconds. */
  async bench(frames = 120) {
    const middle = this.from + (this.to - this.from) * 0.5;
    const times = [];
    for (let i = 0; i < frames; i++) {
      const begin = performance.now();
      this.zoom(i < frames / 2 ? 0.86 : 1 / 0.86, middle); // It draws in the next frame, before us.
      await new Promise(done => requestAnimationFrame(done));
      times.push(performance.now() - begin);
    }
    return times;
  }
}
