// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/** A tracer whose rings tests fill. */
public final class FakeTracer implements Tracer {
  public static final List<String> FUNCTIONS =
      List.of("hipNone", "hipMalloc", "hipMemcpy", "hipMemcpyAsync", "hipModuleLaunchKernel");

  private final List<FakeRing> rings = new CopyOnWriteArrayList<>();
  private final Semaphore wake = new Semaphore(0);
  private final Semaphore watchEnd = new Semaphore(0);

  /** Somebody has begun to watch. */
  final CountDownLatch watched = new CountDownLatch(1);

  volatile boolean watchesIdle;
  private final Map<Integer, ThreadEntry> threads = new HashMap<>();

  /** Runs on whoever wakes the drain thread. */
  volatile Runnable woken = () -> {};

  /** Every call that changes what is recorded, in order. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  final AtomicLong inFlight = new AtomicLong();

  /** What of these is seen by who asks. */
  volatile LongUnaryOperator inFlightSeen = LongUnaryOperator.identity();

  /** Runs on whoever is about to read the ends of the rings. */
  volatile Runnable onRings = () -> {};

  /** Has HIP asked to report, and says whether more is to come. */
  volatile BooleanSupplier toCome = () -> false;

  /** Pieces that were reported. */
  final AtomicLong reported = new AtomicLong();

  int longestWaitMillis;

  /** What a wait for work in flight does, with the time that may pass without progress. */
  volatile IntConsumer onQuiesce = this::spin;

  /** While it is set such a wait lasts until the work has come. */
  volatile boolean timeHeld;

  /** What a change of the hooks does first, on the thread that makes it. */
  volatile IntConsumer onSetWanted = domains -> {};

  final AtomicLong lostApiRingFull = new AtomicLong();
  final AtomicLong waits = new AtomicLong();
  final AtomicLong lossesRead = new AtomicLong();

  /** Runs on whoever is about to read what was lost. */
  volatile Runnable onLosses = () -> {};

  /** How long the drain last wanted to sleep. */
  volatile int waitMillis;

  /** What {@link #takePublished} answers. */
  volatile boolean published = true;

  /** Of calls whose callers are wanted, as rocjfr_site_counts_t has them. */
  volatile long[] siteCounts = {};

  volatile int wanted;
  volatile String functions;
  volatile String results;
  final AtomicLong errorNames = new AtomicLong();
  volatile long thresholdNanos;
  volatile boolean barriers;
  volatile boolean exiting;
  volatile int apiLast = FUNCTIONS.size() - 1;
  volatile RuntimeFacts facts =
      new RuntimeFacts(2, 50200000, 1, 0, 0, 0, "/lib/hip", "5.2", "test", "", "");

  /** From CLOCK_MONOTONIC to the GPU's clock; null while there is none. */
  volatile LongUnaryOperator gpuClock = LongUnaryOperator.identity();

  /** From a record's device number to the HIP ordinal. */
  volatile IntUnaryOperator devices = id -> -1;

  public FakeRing addRing(int slots, long start) {
    FakeRing ring = new FakeRing(slots, start);
    rings.add(ring);
    return ring;
  }

  synchronized void addThread(ThreadEntry entry) {
    threads.put(entry.ref, entry);
  }

  public int wanted() {
    return wanted;
  }

  @Override
  public int ringCount() {
    onRings.run();
    return rings.size();
  }

  @Override
  public boolean takePublished() {
    return published;
  }

  @Override
  public boolean anyUnread() {
    return rings.stream().anyMatch(ring -> !ring.isEmpty());
  }

  @Override
  public ByteBuffer ring(int index) {
    return rings.get(index).memory;
  }

  @Override
  public void setWanted(int domains) {
    onSetWanted.accept(domains);
    wanted = domains;
    calls.add("wanted " + domains);
  }

  @Override
  public void setFilter(String newFunctions, long newThreshold, boolean newBarriers) {
    functions = newFunctions;
    thresholdNanos = newThreshold;
    barriers = newBarriers;
    calls.add("filter");
  }

  @Override
  public void setResults(String newFunctions) {
    results = newFunctions;
  }

  @Override
  public String errorName(int error) {
    errorNames.incrementAndGet();
    return error == 2 ? "hipErrorOutOfMemory" : null;
  }

  @Override
  public long inFlight() {
    return inFlightSeen.applyAsLong(inFlight.get());
  }

  @Override
  public int longestWaitMillis() {
    return longestWaitMillis;
  }

  @Override
  public long quiesce(int timeoutMillis, int idleMillis) {
    calls.add("quiesce");
    onQuiesce.accept(idleMillis);
    return inFlight.get();
  }

  private void spin(int idleMillis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(idleMillis);
    while (inFlight.get() > 0 && (timeHeld || System.nanoTime() < deadline)) {
      Thread.onSpinWait();
    }
  }

  @Override
  public long askReports() {
    calls.add("askReports");
    return 7;
  }

  @Override
  public boolean reportsToCome(long asked) {
    return asked == 7 && toCome.getAsBoolean();
  }

  @Override
  public PendingWork pendingWork() {
    long pieces = inFlight();
    return new PendingWork(
        List.of(new PendingWork.OfDevice(0, pieces, 0, 0)),
        0,
        reported.get() + pieces,
        reported.get());
  }

  @Override
  public PendingWork pendingCalls(int most) {
    return pendingWork();
  }

  @Override
  public long abandonInFlight() {
    calls.add("abandon");
    return inFlight.getAndSet(0);
  }

  @Override
  public void await(int timeoutMillis) {
    waitMillis = timeoutMillis;
    waits.incrementAndGet();
    try {
      wake.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
      wake.drainPermits();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void wake() {
    woken.run();
    wake.release();
  }

  @Override
  public void watch(int timeoutMillis) {
    watched.countDown();
    try {
      watchEnd.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
      watchEnd.drainPermits();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean watchesIdle() {
    return watchesIdle;
  }

  @Override
  public void endWatch() {
    watchEnd.release();
  }

  @Override
  public void setExiting(boolean newExiting) {
    exiting = newExiting;
  }

  @Override
  public void thisThreadIsOurs() {}

  @Override
  public long lost(int domain, int cause) {
    onLosses.run();
    if (domain != Layout.HIP_API || cause != 0) {
      return 0;
    }
    long lost = lostApiRingFull.get();
    lossesRead.incrementAndGet();
    return lost;
  }

  @Override
  public String lostCauseName(int cause) {
    return cause == 0 ? "ringFull" : "cause" + cause;
  }

  @Override
  public String symbol(int nameRef) {
    return nameRef < 100 ? "_Zkernel" + nameRef : null;
  }

  @Override
  public String demangled(int nameRef) {
    return "kernel" + nameRef + "(float*)";
  }

  @Override
  public synchronized ThreadEntry thread(int threadRef) {
    return threads.get(threadRef);
  }

  @Override
  public String apiName(int id) {
    return id >= 0 && id < FUNCTIONS.size() ? FUNCTIONS.get(id) : null;
  }

  @Override
  public int apiLast() {
    return apiLast;
  }

  @Override
  public String kindName(int kind) {
    return switch (kind) {
      case 1 -> "CopyDeviceToHost";
      case 2 -> "CopyHostToDevice2D";
      case 3 -> "FillBuffer";
      default -> null;
    };
  }

  @Override
  public RuntimeFacts runtime() {
    return facts;
  }

  @Override
  public int agent(int deviceId) {
    return deviceId;
  }

  @Override
  public int device(int deviceId) {
    return devices.applyAsInt(deviceId);
  }

  @Override
  public boolean sampleGpuClock(long[] sample) {
    LongUnaryOperator clock = gpuClock;
    if (clock == null) {
      return false;
    }
    // Exact, whoever takes the processor meanwhile.
    long now = System.nanoTime();
    sample[0] = now;
    sample[1] = clock.applyAsLong(now);
    sample[2] = now;
    return true;
  }

  @Override
  public void siteCounts(int kind, long[] counts) {
    if (kind == 0) {
      System.arraycopy(siteCounts, 0, counts, 0, siteCounts.length);
    }
  }
}
