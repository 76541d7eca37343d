// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A random program's events, in random order. No two of their moments are the same: JMC loses
 * events where one ends at the instant at which another begins.
 */
final class RandomEvents implements Consumer<Made> {
  private static final long US = 1000;

  /** In microseconds. */
  private static final long LENGTH = 1_000_000;

  private static final String[] FUNCTIONS = {
    "hipModuleLaunchKernel", "hipMemcpy", "hipMemcpyAsync", "hipStreamSynchronize", "hipMalloc"
  };

  private final Random random;
  private final List<Consumer<Made>> events = new ArrayList<>();
  private final Set<Long> used = new HashSet<>();
  private final int threads;
  private long lastId;

  RandomEvents(Random random) {
    this.random = random;
    threads = 1 + random.nextInt(3);
    for (int thread = 1; thread <= threads; thread++) {
      addRanges(thread, 0, 0, LENGTH, random.nextInt(30));
    }
    for (int i = random.nextInt(30); i > 0; i--) {
      addStartStop(i);
    }
    for (int i = random.nextInt(300); i > 0; i--) {
      addCall();
    }
    for (int i = random.nextInt(20); i > 0; i--) {
      addWork(++lastId); // its call was not recorded
    }
    Collections.shuffle(events, random);
  }

  @Override
  public void accept(Made made) {
    events.forEach(event -> event.accept(made));
  }

  int size() {
    return events.size();
  }

  /** Some that follow each other, and others within them. */
  private void addRanges(int thread, int depth, long from, long to, int count) {
    long[] moments = new long[2 * count];
    for (int i = 0; i < moments.length; i++) {
      moments[i] = moment(from, to);
      if (moments[i] < 0) {
        return;
      }
    }
    Arrays.sort(moments);
    for (int i = 0; i < moments.length; i += 2) {
      long begin = moments[i];
      long end = moments[i + 1];
      String message = message(i / 2);
      events.add(made -> made.range(message, thread, depth, begin * US, (end - begin) * US));
      if (depth < 3) {
        addRanges(thread, depth + 1, begin, end, random.nextInt(4));
      }
    }
  }

  private void addStartStop(int number) {
    long begin = moment(0, LENGTH);
    long end = moment(begin, Math.min(LENGTH, begin + 1 + random.nextInt((int) LENGTH)));
    int thread = thread();
    String message = message(number);
    if (end >= 0) {
      events.add(made -> made.startStop(message, thread, number, begin * US, (end - begin) * US));
    }
  }

  /** With one piece of work, several or none. */
  private void addCall() {
    String function = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
    long begin = moment(0, LENGTH - 1000);
    long end = moment(begin, begin + 1 + random.nextInt(1000));
    if (begin < 0 || end < 0) {
      return;
    }
    int thread = thread();
    long id = ++lastId;
    events.add(made -> made.call(function, thread, id, begin * US, (end - begin) * US));
    int works = random.nextInt(10);
    for (int i = works < 7 ? 1 : works == 7 ? random.nextInt(6) : 0; i > 0; i--) {
      addWork(id);
    }
  }

  private void addWork(long id) {
    long begin = moment(0, LENGTH);
    long end = moment(begin, Math.min(LENGTH, begin + 2 + random.nextInt(20_000)));
    if (begin < 0 || end < 0) {
      return;
    }
    long at = begin * US;
    long nanos = (end - begin) * US;
    int queue = random.nextInt(3);
    int device = random.nextInt(2);
    String kernel = "kernel" + random.nextInt(4);
    long bytes = random.nextInt(5) == 0 ? -1 : random.nextInt(1 << 20);
    boolean timed = random.nextBoolean();
    events.add(
        switch (random.nextInt(8)) {
          case 0, 1 -> made -> made.copy(bytes, id, at, nanos);
          case 2 -> made -> made.openClKernel(kernel, queue, id, at, timed ? nanos : 0);
          case 3 -> made -> made.openClCopy("DeviceToHost", bytes, at, timed ? nanos : 0);
          default -> made -> made.kernel(kernel, device, queue, id, at, nanos);
        });
  }

  private int thread() {
    return 1 + random.nextInt(threads);
  }

  private String message(int number) {
    return switch (random.nextInt(4)) {
      case 0 -> "load";
      case 1 -> "forward";
      case 2 -> "layer " + random.nextInt(4);
      default -> "step " + number;
    };
  }

  /** One between these that nothing else has; less than 0 if there is hardly any. */
  private long moment(long from, long to) {
    for (int i = 0; i < 20 && from >= 0 && to - from > 1; i++) {
      long moment = from + 1 + (long) (random.nextDouble() * (to - from - 1));
      if (used.add(moment)) {
        return moment;
      }
    }
    return -1;
  }
}
