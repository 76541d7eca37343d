// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;

/**
 * What the drain needs of the tracer: {@link NativeTracer}, or a fake one in tests. See {@code
 * native/include/rocjfr/rocjfr.h} for the meaning of each call.
 */
public interface Tracer {
  /** How many causes of loss there are; their numbers start at 0. */
  int LOST_CAUSES = 9;

  /** Of {@link #countLost}: a chunk had to end before they were committed. */
  int LOST_HOOK_TIMEOUT = 6;

  /** Of {@link #countLost}: we cannot make out what they say. */
  int LOST_NOT_DECODED = 7;

  /** Of {@link #countLost}: JFR did not take them. */
  int LOST_NOT_COMMITTED = 8;

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

  /** Null {@code bits} let all functions through. */
  void setFilter(long[] bits, long thresholdNanos, boolean barriers);

  /** The functions of which it asks what their calls return; null: of none. */
  void setResults(long[] bits);

  /** Not on the drain thread: it may register the hook. */
  void poll();

  /** Sleeps until {@link #wakeHooks} and polls meanwhile. On one thread, not the drain's. */
  void watchHooks(int timeoutMillis);

  /** Any thread. */
  void wakeHooks();

  long inFlight();

  long quiesce(int timeoutMillis, int idleMillis);

  long abandonInFlight();

  /** How long a thread waits for room in its ring at most; 0 where it drops at once. */
  int longestWaitMillis();

  void await(int timeoutMillis);

  void wake();

  void setExiting(boolean exiting);

  void thisThreadDrains();

  long lost(int domain, int cause);

  /** Counts what was lost here. */
  void countLost(int domain, int cause, long records);

  String lostCauseName(int cause);

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
