// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.bridge.PendingWork;
import io.rocjfr.bridge.RuntimeFacts;
import io.rocjfr.bridge.ThreadEntry;
import io.rocjfr.bridge.Tracer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A tracer whose one ring is full whenever {@link #refill} is called. The records are those of
 * launches and their dispatches, in turn, with what the launch says: two slots each, as {@code
 * native/include/rocjfr/record.h} lays them out.
 */
final class SyntheticTracer implements Tracer {
  static final int SLOTS = 1 << 14;
  static final int GROUPS = SLOTS / 2;

  static final int SLOT_BYTES = 64;
  static final int CORRELATION_ID = 16;
  static final int BEGIN = 24;
  static final int END = 32;
  static final int DEVICE = 40;
  static final int OS_THREAD = 44;
  static final int QUEUE = 48;
  static final int BYTES = 56;
  static final int SUBMIT_EXTERNAL_ID = 8;
  static final int SUBMIT_STREAM = 24;
  static final int SUBMIT_DEVICE = 28;
  static final int SUBMIT_GRID = 32;
  static final int SUBMIT_GROUP = 44;
  static final int SUBMIT_LDS = 52;

  private static final int HEADER_BYTES = 192;
  private static final int TAIL = 0;
  private static final int HEAD = 64;
  private static final int RING_SLOTS = 128;
  private static final int HIP_OPS = 2;
  private static final int HIP_API = 3;
  private static final int KERNEL = 0x11F0;
  private static final int FUNCTION = 1;
  private static final int THREAD_REF = 1;
  private static final int NAME_REF = 1;
  private static final long STEP_NANOS = 1000;
  private static final long WORK_NANOS = 500;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer ring =
      ByteBuffer.allocateDirect(HEADER_BYTES + SLOTS * SLOT_BYTES).order(ByteOrder.nativeOrder());
  private final ThreadEntry thread =
      new ThreadEntry(THREAD_REF, "main", 1, 4711, Thread.currentThread());
  private final Semaphore wakes = new Semaphore(0);
  private long tail;

  SyntheticTracer() {
    ring.putLong(RING_SLOTS, SLOTS);
    fill();
  }

  /** Where the slots of a group begin. */
  static int at(int group) {
    return HEADER_BYTES + group * 2 * SLOT_BYTES;
  }

  /** The memory of the one ring. */
  ByteBuffer slots() {
    return ring;
  }

  /** Gives all groups times of just now, while nobody reads. */
  void fill() {
    long now = System.nanoTime();
    for (int group = 0; group < GROUPS; group++) {
      long begin = now - (GROUPS - group) * STEP_NANOS;
      int at = at(group);
      if (group % 2 == 0) {
        fillCall(at, 1 + group / 2, begin);
      } else {
        fillDispatch(at, 1 + group / 2, begin);
      }
      fillSubmit(at + SLOT_BYTES, 1 + group / 2);
    }
  }

  private void fillCall(int at, long correlationId, long begin) {
    ring.putInt(at, HIP_API);
    ring.putInt(at + 8, FUNCTION);
    ring.putInt(at + 12, 2 | THREAD_REF << 8);
    ring.putLong(at + 16, correlationId);
    ring.putLong(at + 24, begin);
    ring.putLong(at + 32, begin + WORK_NANOS);
    ring.putInt(at + 44, 4711);
  }

  private void fillDispatch(int at, long correlationId, long begin) {
    ring.putInt(at, HIP_OPS);
    ring.putInt(at + 4, KERNEL);
    ring.putInt(at + 12, 2 | THREAD_REF << 8);
    ring.putLong(at + 16, correlationId);
    ring.putLong(at + 24, begin);
    ring.putLong(at + 32, begin + WORK_NANOS);
    ring.putInt(at + 44, NAME_REF);
  }

  private void fillSubmit(int at, long correlationId) {
    ring.putLong(at, correlationId);
    ring.putLong(at + 8, correlationId);
    ring.putInt(at + 16, THREAD_REF);
    ring.putInt(at + 20, NAME_REF);
    for (int dimension = 0; dimension < 3; dimension++) {
      ring.putInt(at + 32 + 4 * dimension, 64);
      ring.putShort(at + 44 + 2 * dimension, (short) 16);
    }
  }

  /** Publishes as many groups as fit, once those before have been taken. */
  void refill() {
    tail += SLOTS;
    LONGS.setRelease(ring, TAIL, tail);
  }

  /** Writes and publishes so many groups one by one, as there is room: as a thread of HIP does. */
  void produce(int groups) {
    for (int i = 0; i < groups; i++) {
      while (tail + 2 - (long) LONGS.getAcquire(ring, HEAD) > SLOTS) {
        Thread.onSpinWait();
      }
      int group = (int) (tail / 2 % GROUPS);
      int at = at(group);
      long begin = System.nanoTime();
      if (group % 2 == 0) {
        fillCall(at, 1 + group / 2, begin);
      } else {
        fillDispatch(at, 1 + group / 2, begin);
      }
      fillSubmit(at + SLOT_BYTES, 1 + group / 2);
      tail += 2;
      LONGS.setRelease(ring, TAIL, tail);
    }
  }

  @Override
  public int ringCount() {
    return 1;
  }

  @Override
  public boolean takePublished() {
    return true;
  }

  @Override
  public boolean anyUnread() {
    return true;
  }

  @Override
  public ByteBuffer ring(int index) {
    return ring;
  }

  @Override
  public void setWanted(int domains) {}

  @Override
  public void setFilter(String functions, long thresholdNanos, boolean barriers) {}

  @Override
  public void setResults(String functions) {}

  @Override
  public String errorName(int error) {
    return null;
  }

  @Override
  public void watch(int timeoutMillis) {
    LockSupport.park(this);
  }

  @Override
  public void endWatch() {}

  @Override
  public long inFlight() {
    return 0;
  }

  @Override
  public long quiesce(int timeoutMillis, int idleMillis) {
    return 0;
  }

  @Override
  public int longestWaitMillis() {
    return 0;
  }

  @Override
  public long askReports() {
    return 0;
  }

  @Override
  public boolean reportsToCome(long asked) {
    return false;
  }

  @Override
  public PendingWork pendingWork() {
    return new PendingWork(List.of(), 0, 0, 0);
  }

  @Override
  public PendingWork pendingCalls(int most) {
    return pendingWork();
  }

  @Override
  public long abandonInFlight() {
    return 0;
  }

  @Override
  public void await(int timeoutMillis) {
    try {
      if (wakes.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS)) {
        wakes.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void wake() {
    wakes.release();
  }

  @Override
  public void setExiting(boolean exiting) {}

  @Override
  public void thisThreadIsOurs() {}

  @Override
  public long lost(int domain, int cause) {
    return 0;
  }

  @Override
  public String lostCauseName(int cause) {
    return "cause" + cause;
  }

  @Override
  public String symbol(int nameRef) {
    return "matrixTranspose";
  }

  @Override
  public String demangled(int nameRef) {
    return "matrixTranspose";
  }

  @Override
  public ThreadEntry thread(int threadRef) {
    return thread;
  }

  @Override
  public String apiName(int id) {
    return id == FUNCTION ? "hipModuleLaunchKernel" : null;
  }

  @Override
  public int apiLast() {
    return FUNCTION;
  }

  @Override
  public String kindName(int kind) {
    return null;
  }

  @Override
  public RuntimeFacts runtime() {
    return new RuntimeFacts(2, 0, 1, 0, 0, 0, "synthetic", "", "", "", "");
  }

  @Override
  public boolean sampleGpuClock(long[] sample) {
    sample[0] = System.nanoTime();
    sample[1] = sample[0];
    sample[2] = System.nanoTime();
    return true;
  }

  @Override
  public int agent(int deviceId) {
    return deviceId;
  }

  @Override
  public int device(int deviceId) {
    return deviceId;
  }
}
