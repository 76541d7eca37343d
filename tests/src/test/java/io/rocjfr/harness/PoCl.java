// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** OpenCL on the CPU. */
public final class PoCl {
  private static final Path VENDOR = Path.of("/etc/OpenCL/vendors/pocl.icd");
  private static final List<Path> LOADER_FOLDERS =
      List.of(Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib64"), Path.of("/usr/lib"));

  private PoCl() {}

  /** Skips the test, with what is missing, where there is none. */
  public static void assume() {
    Assumptions.assumeTrue(
        Files.exists(VENDOR), "PoCL is not installed (Debian: pocl-opencl-icd): no " + VENDOR);
    Assumptions.assumeTrue(
        LOADER_FOLDERS.stream().anyMatch(folder -> Files.exists(folder.resolve("libOpenCL.so"))),
        "JOCL and LWJGL need libOpenCL.so (Debian: ocl-icd-opencl-dev): not in " + LOADER_FOLDERS);
  }
}
