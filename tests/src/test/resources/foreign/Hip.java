// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** HIP by the foreign-function API of JDK 22 and later. */
final class Hip {
  private static final long BYTES = 4096;
  private static final int HOST_TO_DEVICE = 1;
  private static final SymbolLookup LIBRARY = open();
  private static final MethodHandle MALLOC = find("hipMalloc", ADDRESS, JAVA_LONG);
  private static final MethodHandle MEMCPY =
      find("hipMemcpy", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SET_DEVICE = find("hipSetDevice", JAVA_INT);
  private static final MethodHandle SYNCHRONIZE = find("hipDeviceSynchronize");

  /** The JVM takes the thread for one that runs Java. */
  private static final MethodHandle CRITICAL_SET_DEVICE =
      Linker.nativeLinker()
          .downcallHandle(
              LIBRARY.find("hipSetDevice").orElseThrow(),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT),
              Linker.Option.critical(true));

  private static final MemorySegment DEVICE = allocate();
  private static final MemorySegment HOST = Arena.global().allocate(BYTES);

  private Hip() {}

  private static SymbolLookup open() {
    for (String version : List.of("7", "6", "5")) {
      try {
        return SymbolLookup.libraryLookup("libamdhip64.so." + version, Arena.global());
      } catch (IllegalArgumentException e) {
        // The next one may be there.
      }
    }
    throw new IllegalStateException("there is no HIP runtime");
  }

  private static MethodHandle find(String name, MemoryLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            LIBRARY.find(name).orElseThrow(), FunctionDescriptor.of(JAVA_INT, arguments));
  }

  private static MemorySegment allocate() {
    MemorySegment out = Arena.global().allocate(ADDRESS);
    try {
      check((int) MALLOC.invokeExact(out, BYTES));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    return out.get(ADDRESS, 0);
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("HIP failed with " + result);
    }
  }

  static void setDevice() throws Throwable {
    check((int) SET_DEVICE.invokeExact(0));
  }

  static void setDeviceCritically() throws Throwable {
    check((int) CRITICAL_SET_DEVICE.invokeExact(0));
  }

  static void copy() throws Throwable {
    check((int) MEMCPY.invokeExact(DEVICE, HOST, 256L, HOST_TO_DEVICE));
  }

  static void synchronize() throws Throwable {
    check((int) SYNCHRONIZE.invokeExact());
  }
}
