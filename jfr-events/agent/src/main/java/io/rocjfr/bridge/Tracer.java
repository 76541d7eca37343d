// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the drain needs of the tracer: {@link NativeTracer}, or a fake one in tests. See {@code
 * native/include/rocjfr/rocjfr.h} for the meaning of each call.
 */
public interface Tracer {
  int ringCount();

  /**
   * Whether a record was published since the last call. Almost surely: a producer does not wait for
   * its word of it to be seen, so look at the rings now and then whatever this says.
   */
  boolean takePublished();

  /** Whether any ring holds a record that was not taken; far quicker than to look from Java. */
  boolean anyUnread();

  /** Header and slots of a ring in native byte order. */
  ByteBuffer ring(int index);

  void setWanted(int domains);

  /**
   * The functions whose calls make records, of this runtime and of one that is still to come.
   *
   * @param functions a comma-separated list of globs over their names
   */
  void setFilter(String functions, long thresholdNanos, boolean barriers);

  /** The functions of which it asks what their calls return, likewise; empty: of none. */
  void setResults(String functions);

  long inFlight();

  long quiesce(int timeoutMillis, int idleMillis);

  /** Has HIP report what has finished; returns what {@link #reportsToCome} is asked with. */
  long askReports();

  /** Whether work in flight has finished and HIP has yet to report it, or that is not known yet. */
  boolean reportsToCome(long asked);

  /** What was submitted and not reported, by device. */
  PendingWork pendingWork();

  /** The same with the calls: at most so many. */
  PendingWork pendingCalls(int most);

  long abandonInFlight();

  /** How long a thread waits for room in its ring at most; 0 where it drops at once. */
  int longestWaitMillis();

  void await(int timeoutMillis);

  void wake();

  /** Looks for libraries and other tools ten times a second, until {@link #endWatch}. */
  void watch(int timeoutMillis);

  void endWatch();

  /** Whether libraries are to be looked for also while nothing is wanted. */
  default boolean watchesIdle() {
    return false;
  }

  void setExiting(boolean exiting);

  /** Its own calls of HIP make no records, and it never waits for room in a ring. */
  void thisThreadIsOurs();

  long lost(int domain, int cause);

  String lostCauseName(int cause);

  /** {@link SiteSink} can be called from now on. */
  default void startSites() {}

  /** What is picked of calls and allocations. */
  default void setSites(SiteSettings settings) {}

  /** How many numbers {@link #siteCounts} fills in. */
  int SITE_COUNTS = 12;

  /**
   * How many calls were not picked, what became of those that were, in the order of {@code
   * rocjfr_site_counts_t}, and the weight of the refused ones in 256ths.
   *
   * @param kind 0: calls, 1: allocations
   */
  default void siteCounts(int kind, long[] counts) {}

  /** What is allocated of one device and kind: {@code rocjfr_memory_t}. */
  record Memory(
      int device,
      int kind,
      long bytes,
      long count,
      long peakBytes,
      long trackedSinceMillis,
      long unknownFrees,
      long failedFrees,
      long notTracked) {}

  default List<Memory> memory() {
    return List.of();
  }

  /** What is allocated: {@code rocjfr_allocation_t}. */
  record Allocation(
      long id,
      long address,
      long bytes,
      long beginNanos,
      double weight,
      int stack,
      int function,
      int device,
      int kind) {}

  default void liveAllocations(Consumer<Allocation> each) {}

  /** The driver's node of a HIP ordinal, -1 if it is not known. */
  default int agentOfDevice(int device) {
    return -1;
  }

  /** Null for unknown refs. */
  String symbol(int nameRef);

  /** Null for unknown refs. */
  String demangled(int nameRef);

  /** Null for unknown refs. */
  ThreadEntry thread(int threadRef);

  /** Null if unknown. */
  String apiName(int id);

  /** 0 while there is no runtime. */
  int apiLast();

  /** The runtime's name of a hipError_t; null without a runtime. */
  String errorName(int error);

  /** Null if unknown. */
  String kindName(int kind);

  RuntimeFacts runtime();

  /** The OpenCL functions whose calls make records, as with {@link #setFilter}. */
  default void setOpenClFilter(String functions, long thresholdNanos) {}

  /** Null if unknown. */
  default String openClApiName(int id) {
    return null;
  }

  default int openClApiLast() {
    return 0;
  }

  /** The name of what an OpenCL call returned, null if unknown. */
  default String openClErrorName(int error) {
    return null;
  }

  /** How OpenCL is traced, for users; empty while no OpenCL was looked for or found. */
  default String openCl() {
    return "";
  }

  /** What of the program cannot be seen on this JVM, and why, for users; empty if all can. */
  default String notSeen() {
    return "";
  }

  /**
   * Reads the GPU's clock between two readings of CLOCK_MONOTONIC.
   *
   * @param sample receives before, GPU, after
   * @return false while the GPU's clock cannot be read
   */
  boolean sampleGpuClock(long[] sample);

  /** The driver's node that a record's device number means, -1 if it is not known. */
  int agent(int deviceId);

  /** The HIP ordinal that a record's device number means, -1 if it is not known. */
  int device(int deviceId);
}
