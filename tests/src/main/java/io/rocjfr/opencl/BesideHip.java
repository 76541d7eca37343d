// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import io.rocjfr.demo.MatrixTranspose;
import java.io.IOException;

/** {@link JoclProgram}, and then, in the same process, HIP: the demo, 20 times. */
public final class BesideHip {
  private BesideHip() {}

  public static void main(String[] args) throws IOException {
    JoclProgram.main(args);
    MatrixTranspose.main(new String[] {"--iterations", "20", "--width", "64"});
  }
}
