// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Critical calls of HIP amid objects whose content is checked, while the collector moves them.
 * Takes the number of threads, and for how many milliseconds.
 */
public final class Critical {
  private static final AtomicLong CALLS = new AtomicLong();
  private static volatile boolean stop;

  private record Node(int value, Node next, byte[] fill) {}

  private Critical() {}

  private static int length(int value) {
    return 64 + (value & 1023);
  }

  private static void work(int seed) {
    Random random = new Random(seed);
    try {
      while (!stop) {
        Node head = null;
        long sum = 0;
        for (int i = 0; i < 200; i++) {
          int value = random.nextInt();
          head = new Node(value, head, new byte[length(value)]);
          sum += value;
          if (i % 20 == 0) {
            Hip.setDeviceCritically();
            CALLS.incrementAndGet();
          }
        }
        for (Node node = head; node != null; node = node.next) {
          sum -= node.value;
          if (node.fill.length != length(node.value)) {
            throw new IllegalStateException("an array has another length");
          }
        }
        if (sum != 0) {
          throw new IllegalStateException("a number has changed");
        }
      }
    } catch (Throwable e) {
      System.out.println("failed: " + e);
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      int seed = i;
      threads.add(Thread.ofPlatform().start(() -> work(seed)));
    }
    Thread.sleep(Long.parseLong(arguments[1]));
    stop = true;
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("calls " + CALLS);
  }
}
