// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import io.rocjfr.schema.Field;
import java.util.HashSet;
import java.util.Set;

/** Which threads called HIP or OpenCL, or marked what they do. */
final class GpuThreads {
  private record Id(int file, long thread) {}

  private final Set<Id> java = new HashSet<>();
  private final Set<Id> system = new HashSet<>();

  /** Learns the threads of these events, if they are of threads. */
  void add(PageTable table) {
    PageColumn javaIds = table.values(Field.JAVA_THREAD_ID);
    PageColumn systemIds = table.values(Field.OS_THREAD_ID);
    for (int i = 0; i < table.size(); i++) {
      int file = (int) table.files().get(i);
      if (javaIds != null && javaIds.get(i) > 0) {
        java.add(new Id(file, javaIds.get(i)));
      }
      if (systemIds != null && systemIds.get(i) > 0) {
        system.add(new Id(file, systemIds.get(i)));
      }
    }
  }

  boolean has(int file, long javaId, long systemId) {
    return (javaId > 0 && java.contains(new Id(file, javaId)))
        || (systemId > 0 && system.contains(new Id(file, systemId)));
  }
}
