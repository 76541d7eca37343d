// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** OpenCL: PoCL, on the CPU, or in the matrix AMD's, on the software GPU. */
public final class OpenCl {
  private static final Path VENDORS = Path.of("/etc/OpenCL/vendors");
  private static final List<Path> LOADER_FOLDERS =
      List.of(Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib64"), Path.of("/usr/lib"));

  private OpenCl() {}

  /** Skips the test, with what is missing, where there is none. */
  public static void assume() {
    Assumptions.assumeTrue(
        hasVendor(), "no OpenCL is installed (Debian: pocl-opencl-icd) in " + VENDORS);
    Assumptions.assumeTrue(
        LOADER_FOLDERS.stream().anyMatch(folder -> Files.exists(folder.resolve("libOpenCL.so"))),
        "JOCL and LWJGL need libOpenCL.so (Debian: ocl-icd-opencl-dev): not in " + LOADER_FOLDERS);
  }

  /** Skips the test, with the reason, where HIP cannot be in the same process. */
  public static void assumeBesideHip() {
    Assumptions.assumeFalse(
        Files.exists(VENDORS.resolve("pocl.icd")),
        "PoCL and HIP both bring LLVM, which ends a process in which it is twice");
  }

  private static boolean hasVendor() {
    String[] files = VENDORS.toFile().list();
    return files != null && Arrays.stream(files).anyMatch(name -> name.endsWith(".icd"));
  }
}
