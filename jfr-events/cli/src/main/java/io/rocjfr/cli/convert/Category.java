// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

/** What a slice shows, as it can be searched for. */
enum Category {
  HIP_API(1, "hip_api"),
  OPENCL_API(2, "opencl_api"),
  KERNEL(3, "kernel"),
  COPY(4, "copy"),
  BARRIER(5, "barrier"),
  RANGE(6, "range"),
  MARK(7, "mark"),
  SPAN(8, "span");

  private final int number;
  private final String label;

  Category(int number, String label) {
    this.number = number;
    this.label = label;
  }

  String label() {
    return label;
  }

  /** What it is called in files. */
  int number() {
    return number;
  }

  static Category of(int number) {
    for (Category one : values()) {
      if (one.number == number) {
        return one;
      }
    }
    throw new IllegalArgumentException("category " + number);
  }

  /** Whether it is work of a GPU. */
  boolean isWork() {
    return this == KERNEL || this == COPY || this == BARRIER;
  }
}
