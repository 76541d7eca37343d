// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** How a test leads such a program: it waits for a line between its two parts. */
final class Steps {
  /** Work-items of each kernel, ints of each buffer. */
  static final int ITEMS = 4096;

  static final int LOCAL = 64;

  static final String SOURCE =
      "__kernel void increment(__global int* v) { v[get_global_id(0)] += 1; }";

  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private Steps() {}

  /** OpenCL has been used: the rest is done after a line was read. */
  static void ready() throws IOException {
    System.out.println("opencl: ready");
    System.out.flush();
    IN.readLine();
  }

  /** All is done; main returns after another line. */
  static void done(int[] values, int expected) throws IOException {
    int wrong = 0;
    for (int value : values) {
      wrong += value == expected ? 0 : 1;
    }
    System.out.println("opencl: done, wrong results: " + wrong);
    System.out.flush();
    IN.readLine();
  }
}
