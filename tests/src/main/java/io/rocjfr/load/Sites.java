// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordingStream;

/**
 * Launches and allocations at known places of the source, into a recording that it makes itself:
 * {@code Sites FILE key=value...}. Prints one line of JSON: what it did.
 *
 * <ul>
 *   <li>{@code way}: lambda, stream, virtual (threads), pattern (a, b, b, a, ...), handler (of an
 *       event stream), leak
 *   <li>{@code uneven}: each of the three launches the same kernel for another length of time, with
 *       1, 2 or 3 bytes of LDS
 *   <li>{@code launches}, or {@code buffers} and {@code leaked} of a leak
 *   <li>{@code early}: the leak happens before the recording as well, and before JFR is used
 *   <li>{@code rate}: of LaunchSite and GpuAllocation; tenth: of what can be launched in a second
 *   <li>{@code seed}: of the order of launches
 *   <li>{@code chunks}: all of it so often, each time into another chunk
 * </ul>
 */
public final class Sites {
  /** Launches of embed, attention and mlp, of ten. */
  private static final int[] SHARES = {1, 2, 7};

  /** Microseconds, where they differ. */
  private static final int[] LENGTHS = {300, 100, 20};

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 20);
  private final AtomicLong[] launched = {new AtomicLong(), new AtomicLong(), new AtomicLong()};

  /** Null where all launch one that does nothing. */
  private Gpu.Spin[] lengths;

  private Sites() {}

  /** See the class. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String[] parts = arguments[i].split("=", 2);
      options.put(parts[0], parts[1]);
    }
    Sites sites = new Sites();
    Map<String, Object> result = sites.record(Path.of(arguments[0]), options);
    System.out.println("sites: " + Json.of(new TreeMap<>(result)));
    System.out.flush();
    System.exit(0); // HIP's own threads need not keep the process
  }

  private Map<String, Object> record(Path file, Map<String, String> options) throws IOException {
    String rate = options.getOrDefault("rate", "0");
    if (rate.equals("tenth")) {
      rate = Long.toString(Math.max(1, launchesPerSecond() / 10));
    }
    if (options.containsKey("early")) {
      run(options);
    }
    String operations = options.get("operations");
    try (Recording recording = new Recording()) {
      var site = recording.enable("rocjfr.LaunchSite").with("rate", rate);
      if (operations != null) {
        site.with("operations", operations);
      }
      recording.enable("rocjfr.GpuAllocation").with("rate", rate);
      recording.enable("rocjfr.LiveGpuAllocation");
      recording.enable("rocjfr.GpuMemory").with("period", "1 s");
      recording.enable("rocjfr.LaunchSiteCounts");
      if (!options.containsKey("onlySites")) {
        recording.enable("rocjfr.KernelDispatch");
        recording.enable("rocjfr.HipApi");
      }
      recording.start();
      run(options);
      for (int chunk = 1; chunk < Integer.parseInt(options.getOrDefault("chunks", "1")); chunk++) {
        nextChunk();
        run(options);
      }
      recording.stop();
      recording.dump(file);
    }
    Map<String, Object> result = counts.toMap();
    for (int i = 0; i < SHARES.length; i++) {
      result.put("launched" + i, launched[i].get());
    }
    return result;
  }

  /** A chunk ends where a recording is added. */
  private static void nextChunk() {
    try (Recording other = new Recording()) {
      other.start();
    }
  }

  private static long launchesPerSecond() {
    Sites before = new Sites(); // whose counts are nobody's
    before.lambdas(20_000, 1); // compiled
    long begin = System.nanoTime();
    before.lambdas(20_000, 1);
    return Math.round(20_000 * 1e9 / (System.nanoTime() - begin));
  }

  private void run(Map<String, String> options) {
    int launches = Integer.parseInt(options.getOrDefault("launches", "10000"));
    long seed = Long.parseLong(options.getOrDefault("seed", "1"));
    if (options.containsKey("uneven")) {
      lengths = IntStream.of(LENGTHS).mapToObj(Gpu.Spin::new).toArray(Gpu.Spin[]::new);
    }
    switch (options.get("way")) {
      case "lambda" -> lambdas(launches, seed);
      case "stream" -> streams(launches, seed);
      case "virtual" -> virtualThreads(launches, seed);
      case "pattern" -> pattern(launches);
      case "handler" -> inHandler(launches);
      case "leak" ->
          leak(Integer.parseInt(options.get("buffers")), Integer.parseInt(options.get("leaked")));
      default -> throw new IllegalArgumentException("way=" + options.get("way"));
    }
    gpu.synchronizeDevice(counts);
  }

  private void lambdas(int launches, long seed) {
    List<Runnable> sites = new ArrayList<>();
    sites.add(() -> embed());
    sites.add(() -> attention());
    sites.add(() -> mlp());
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < launches; i++) {
      sites.get(drawn(random)).run();
      pauseAfter(i);
    }
  }

  private void streams(int launches, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = IntStream.range(0, launches).map(i -> drawn(random)).toArray();
    IntStream.range(0, launches)
        .parallel()
        .forEach(
            i -> {
              launchAt(order[i]);
              pauseAfter(i);
            });
  }

  @SuppressWarnings("ThreadPriorityCheck") // yield has virtual threads move
  private void virtualThreads(int launches, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ExecutorService executor = LoadThreads.virtualExecutor();
    int each = 100;
    for (int i = 0; i < launches; i += each) {
      int[] order = IntStream.range(0, each).map(n -> drawn(random)).toArray();
      executor.execute(
          () -> {
            for (int site : order) {
              launchAt(site);
              Thread.yield(); // to another carrier
            }
          });
      pauseAfter(i);
    }
    executor.shutdown();
    try {
      if (!executor.awaitTermination(10, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the virtual threads do not end");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** So that not every launch waits for the GPU, and none for long. */
  private void pauseAfter(int launch) {
    if (launch % 1000 == 999) {
      gpu.synchronizeDevice(counts);
    }
  }

  private void pattern(int launches) {
    for (int i = 0; i < launches; i++) {
      if (i % 4 == 0 || i % 4 == 3) {
        embed();
      } else {
        attention();
      }
      pauseAfter(i);
    }
  }

  @Name("load.Tick")
  @StackTrace(false)
  private static final class Tick extends Event {}

  /** On the thread of an event stream, of which JFR records nothing. */
  private void inHandler(int launches) {
    CountDownLatch done = new CountDownLatch(1);
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable(Tick.class);
      stream.onEvent(
          "load.Tick",
          event -> {
            if (done.getCount() > 0) {
              for (int i = 0; i < launches; i++) {
                launchAt(i % SHARES.length);
                pauseAfter(i);
              }
              done.countDown();
            }
          });
      stream.startAsync();
      new Tick().commit();
      done.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int drawn(SplittableRandom random) {
    int ten = random.nextInt(10);
    return ten < SHARES[0] ? 0 : ten < SHARES[0] + SHARES[1] ? 1 : 2;
  }

  private void launchAt(int site) {
    switch (site) {
      case 0 -> embed();
      case 1 -> attention();
      default -> mlp();
    }
  }

  private void embed() {
    launch(0);
  }

  private void attention() {
    launch(1);
  }

  private void mlp() {
    launch(2);
  }

  private void launch(int site) {
    launched[site].incrementAndGet();
    if (lengths == null) {
      gpu.launchEmpty(counts, 1, 0);
    } else {
      gpu.launchSpin(counts, lengths[site], site + 1);
    }
  }

  private void leak(int buffers, int leaked) {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < buffers; i++) {
      long bytes = 4096L * (1 + random.nextInt(4));
      if (i % (buffers / leaked) == 0) {
        forgotten(bytes);
        counts.add("leakedBytes", bytes);
      } else {
        gpu.free(counts, kept(bytes));
      }
    }
  }

  private void forgotten(long bytes) {
    gpu.malloc(counts, bytes);
  }

  private long kept(long bytes) {
    return gpu.malloc(counts, bytes);
  }
}
