// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Several workers at once, from {@link #start} to {@link #finish}. */
final class Run {
  private final Gpu gpu;
  private final Counts counts = new Counts();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private long begin;

  Run(Gpu gpu, long[] streams, int number, Request request) {
    this.gpu = gpu;
    int count = request.number("threads", 8);
    long operations =
        request.values().containsKey("ops") ? request.number("ops", 0) : Long.MAX_VALUE;
    SplittableRandom random = new SplittableRandom(request.number("seed", 1));
    int used = Math.min(request.number("streams", streams.length), streams.length);
    long[] some = Arrays.copyOf(streams, used);
    long pause = TimeUnit.MICROSECONDS.toNanos(request.number("pause", 0));
    for (int i = 0; i < count; i++) {
      long firstId = ((long) number << 40) + ((long) i << 28) + 1;
      workers.add(new Worker(gpu, counts, some, firstId, operations, stop, pause, random.split()));
    }
  }

  void start(boolean virtual, String prefix) {
    begin = Clock.epochNanos();
    for (int i = 0; i < workers.size(); i++) {
      threads.add(LoadThreads.start(virtual, prefix + i, workers.get(i)));
    }
  }

  /** Waits for the workers, then for their work. */
  void finish(boolean stopNow) {
    if (stopNow) {
      stop.set(true);
    }
    threads.forEach(LoadThreads::join);
    gpu.synchronizeDevice(counts);
    for (Worker worker : workers) {
      if (worker.failure() != null) {
        throw new IllegalStateException("a worker failed", worker.failure());
      }
      worker.close();
    }
  }

  Counts counts() {
    return counts;
  }

  Map<String, Object> result() {
    Map<String, Object> result = counts.toMap();
    Map<String, Object> ids = new TreeMap<>();
    long operations = 0;
    for (Worker worker : workers) {
      ids.put(Long.toString(worker.firstId()), worker.done());
      operations += worker.done();
    }
    result.put("ids", ids);
    result.put("operations", operations);
    result.put("begin", begin);
    result.put("end", Clock.epochNanos());
    return result;
  }
}
