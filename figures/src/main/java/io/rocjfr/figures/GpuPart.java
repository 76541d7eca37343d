// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** What a GPU did with a part of the recorded time. */
public enum GpuPart {
  KERNELS("kernels", "kernels"),
  COPIES("copies only", "copiesOnly"),
  /** Work had been submitted to it that had not begun. */
  IDLE_SUBMITTED("idle with submitted work", "idleWithWork"),
  /** Nothing had been submitted. */
  IDLE_EMPTY("idle without submitted work", "idleWithoutWork"),
  /** Where it is not known what was submitted when. */
  IDLE("idle", "idle"),
  /** Nothing that was recorded, while there was work that was not reported. */
  UNKNOWN("unknown", "notKnown");

  private final String label;
  private final String id;

  GpuPart(String label, String id) {
    this.label = label;
    this.id = id;
  }

  /** In words. */
  public String label() {
    return label;
  }

  /** For programs. */
  public String id() {
    return id;
  }
}
