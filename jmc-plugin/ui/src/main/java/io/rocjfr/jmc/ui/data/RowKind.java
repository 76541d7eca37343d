// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

/** What an event is about. */
public enum RowKind {
  KERNEL("Kernel"),
  COPY("Copy"),
  CALL("Call"),
  RANGE("Range"),
  SPAN("Span");

  private final String label;

  RowKind(String label) {
    this.label = label;
  }

  /** As people call it. */
  public String label() {
    return label;
  }

  /** Whether a GPU did it. */
  public boolean isWork() {
    return this == KERNEL || this == COPY;
  }
}
