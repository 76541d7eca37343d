// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

/** Mouse and keys of the timeline: those of Perfetto. */
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it.
class TimelineInput {
  static KEYS = [
    ["W S", "zoom in and out at the mouse"],
    ["A D", "move left and right"],
    ["mouse wheel", "scroll; with Ctrl zoom; with Shift move"],
    ["drag", "move"],
    ["click", "select an event and the events that belong to it"],
    ["← →", "previous and next event of the row"],
    ["↑ ↓", "scroll"],
    ["F", "zoom to the selection"],
    ["0", "show all"],
    ["/", "search; Enter and Shift+Enter go through the matches"],
    ["Esc", "select nothing"],
    ["?", "these keys"],
  ];

  constructor(timeline, stage) {
    this.timeline = timeline;
    this.tip = document.createElement("div");
    this.tip.id = "tip";
    this.tip.hidden = true;
    stage.append(this.tip);
    const canvas = timeline.canvas;
    canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", event => this.down(event));
    canvas.addEventListener("pointermove", event => this.move(event));
    canvas.addEventListener("pointerup", event => this.up(event));
    canvas.addEventListener("pointerleave", () => {
      this.over = null;
      this.tip.hidden = true;
    });
    canvas.addEventListener("dblclick", event => {
      const found = timeline.at(event.offsetX, event.offsetY);
      if (found?.event) this.focus(found.event);
    });
    document.addEventListener("keydown", event => this.key(event));
    document.addEventListener("keyup", event => this.held.delete(event.key.toLowerCase()));
    window.addEventListener("blur", () => this.held.clear());
    this.held = new Set();
  }

  wheel(event) {
    event.preventDefault();
    const t = this.timeline;
    if (event.ctrlKey || event.metaKey) t.zoom(Math.exp(event.deltaY * 0.002), t.time(event.offsetX));
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) t.pan(event.deltaX || event.deltaY);
    else t.scrollBy(event.deltaY);
    this.tip.hidden = true;
  }

  down(event) {
    const t = this.timeline;
    t.canvas.focus();
    t.canvas.setPointerCapture(event.pointerId);
    this.dragged = { x: event.offsetX, y: event.offsetY, moved: false, map: event.offsetY < Timeline.MAP };
    if (this.dragged.map) this.toMap(event.offsetX);
  }

  toMap(x) {
    const t = this.timeline;
    const middle = t.whole[0] + ((x - t.gutter) / t.drawn) * (t.whole[1] - t.whole[0]);
    const half = (t.to - t.from) / 2;
    t.show(middle - half, middle + half);
  }

  move(event) {
    const t = this.timeline;
    this.over = { x: event.offsetX, y: event.offsetY };
    if (this.dragged) {
      const [x, y] = [event.offsetX - this.dragged.x, event.offsetY - this.dragged.y];
      if (this.dragged.map) this.toMap(event.offsetX);
      else if (this.dragged.moved || Math.abs(x) + Math.abs(y) > 4) {
        this.dragged.moved = true;
        t.pan(-x);
        t.scrollBy(-y);
        this.dragged.x = event.offsetX;
        this.dragged.y = event.offsetY;
      }
      this.tip.hidden = true;
      return;
    }
    const found = t.at(event.offsetX, event.offsetY);
    t.canvas.style.cursor = found && (found.event || found.group) ? "pointer" : "default";
    this.tip.hidden = !found?.event;
    if (!this.tip.hidden) {
      this.tip.innerHTML = Details.tip(found.event);
      const left = Math.min(event.offsetX + 14, t.width - this.tip.offsetWidth - 6);
      const above = event.offsetY + 18 + this.tip.offsetHeight > t.height;
      this.tip.style.left = `${left}px`;
      this.tip.style.top = `${above ? event.offsetY - this.tip.offsetHeight - 8 : event.offsetY + 18}px`;
    }
  }

  up(event) {
    const t = this.timeline;
    const dragged = this.dragged;
    this.dragged = null;
    if (!dragged || dragged.moved || dragged.map) return;
    const found = t.at(event.offsetX, event.offsetY);
    if (found?.group) {
      found.group.open = !found.group.open;
      t.lay();
      t.redraw();
    } else t.select(found?.event ?? null);
  }

  focus(event) {
    const t = this.timeline;
    const begin = event.type.begins.get(event.i);
    const length = Math.max(event.type.durations.get(event.i), 50);
    t.show(begin - length * 0.6, begin + length * 1.6);
  }

  key(event) {
    const t = this.timeline;
    if (
      !t.canvas.offsetParent
      || document.querySelector("dialog[open]") // It has its own keys: Escape closes it.
      || event.target.matches("input, select, textarea")
      || event.altKey
      || event.ctrlKey
      || event.metaKey
    )
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if ("wasd".includes(key) && key.length === 1) {
      event.preventDefault();
      if (!this.held.has(key)) {
        this.held.add(key);
        if (this.held.size === 1) this.glide(performance.now());
      }
      return;
    }
    const does = {
      ArrowLeft: () => t.step(-1),
      ArrowRight: () => t.step(1),
      ArrowUp: () => t.scrollBy(-60),
      ArrowDown: () => t.scrollBy(60),
      f: () => t.selected && this.focus(t.selected),
      0: () => t.show(...t.whole),
      Escape: () => t.select(null),
      "/": () => document.getElementById("search").focus(),
      "?": () => document.getElementById("keys").showModal(),
    }[key];
    if (does) {
      event.preventDefault();
      does();
    }
  }

  /** As long as keys are held, at a speed that does not depend on the frames. */
  glide(before) {
    requestAnimationFrame(now => {
      if (!this.held.size) return;
      const t = this.timeline;
      const passed = Math.min(now - before, 100) || 16;
      const at = this.over && this.over.x > t.gutter ? t.time(this.over.x) : undefined;
      if (this.held.has("w")) t.zoom(0.9975 ** passed, at);
      if (this.held.has("s")) t.zoom((1 / 0.9975) ** passed, at);
      if (this.held.has("a")) t.pan(-passed * 0.9);
      if (this.held.has("d")) t.pan(passed * 0.9);
      this.glide(now);
    });
  }
}
