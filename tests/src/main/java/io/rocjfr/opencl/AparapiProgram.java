// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import com.aparapi.Kernel;
import com.aparapi.Range;
import java.io.IOException;

/**
 * The same as {@link JoclProgram}, by Aparapi, which translates a Java method into a kernel named
 * "run" and makes its one queue at the first launch.
 */
public final class AparapiProgram {
  private AparapiProgram() {}

  /** Adds one to each value. */
  static final class Increment extends Kernel {
    final int[] values = new int[Steps.ITEMS];

    @Override
    public void run() {
      int item = getGlobalId();
      values[item] = values[item] + 1;
    }
  }

  public static void main(String[] args) throws IOException {
    int launches = Integer.parseInt(args[0]);
    Increment kernel = new Increment();
    // Nothing is copied unless we say so.
    kernel.setExplicit(true);
    Range range = Range.create(Steps.ITEMS, Steps.LOCAL);
    kernel.put(kernel.values);
    launch(kernel, range);
    Steps.ready();

    for (int i = 0; i < launches; i++) {
      launch(kernel, range);
    }
    kernel.get(kernel.values);
    kernel.dispose();
    Steps.done(kernel.values, launches + 1);
  }

  /** Aparapi would go on in Java threads where OpenCL fails it. */
  private static void launch(Kernel kernel, Range range) {
    kernel.execute(range);
    if (!kernel.isRunningCL()) {
      throw new IllegalStateException("Aparapi did not use OpenCL");
    }
  }
}
