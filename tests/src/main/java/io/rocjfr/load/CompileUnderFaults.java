// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A program under test: compiles kernels while another thread is busy, so that JFR samples it, and
 * runs into null references, which compiled Java code finds by a SIGSEGV. Prints {@code compiled
 * COUNT, faults COUNT}; a kernel that does not compile ends it.
 */
public final class CompileUnderFaults {
  /** After so many calls, {@link #read} is compiled. */
  private static final int CALLS = 200_000;

  private final AtomicLong faults = new AtomicLong();
  private int value;

  private CompileUnderFaults() {}

  /** Takes how many kernels to compile. */
  public static void main(String[] arguments) {
    new CompileUnderFaults().compile(Integer.parseInt(arguments[0]));
  }

  private void compile(int kernels) {
    HipRtc.load(Hip.load());
    Thread faulting = new Thread(this::fault, "faulting");
    faulting.setDaemon(true);
    faulting.start();
    for (int i = 0; i < kernels; i++) {
      String source = "extern \"C\" __global__ void kernel%d() {}".formatted(i);
      HipRtc.compile("faults.hip", source, "gfx1030");
    }
    System.out.println("compiled " + kernels + ", faults " + faults);
  }

  private void fault() {
    while (true) {
      for (int i = 0; i < CALLS; i++) {
        value += read(this);
      }
      try {
        value = read(null);
      } catch (NullPointerException e) {
        faults.incrementAndGet();
      }
    }
  }

  private static int read(CompileUnderFaults from) {
    return from.value;
  }
}
