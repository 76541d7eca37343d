// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import io.rocjfr.ExternalCorrelation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counted calls on platform threads, virtual threads and the threads of a scope, each with an
 * external id of its own. A line for each thread: its external id, its Java id, the calls of
 * hipSetDevice and of hipMemcpy. Takes the numbers of threads of each kind, with the calls of each.
 */
public final class Counted {
  private static final AtomicLong IDS = new AtomicLong(1000);

  private Counted() {}

  private static void work(int calls) {
    long id = IDS.incrementAndGet();
    int copies = 0;
    try (var scope = ExternalCorrelation.scope(id)) {
      for (int i = 0; i < calls; i++) {
        if (i % 8 == 7) {
          Hip.copy();
          copies++;
        } else if (i % 3 == 0) {
          Hip.setDeviceCritically();
        } else {
          Hip.setDevice();
        }
        if (i % 4 == 3) {
          Thread.sleep(1); // a virtual thread may go on on another carrier
        } else {
          Thread.yield();
        }
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    long thread = Thread.currentThread().threadId();
    System.out.println("thread " + id + " " + thread + " " + (calls - copies) + " " + copies);
  }

  public static void main(String[] arguments) throws Throwable {
    int[] numbers = new int[6];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Integer.parseInt(arguments[i]);
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < numbers[0]; i++) {
      threads.add(Thread.ofPlatform().name("platform-" + i).start(() -> work(numbers[1])));
    }
    for (int i = 0; i < numbers[2]; i++) {
      threads.add(Thread.ofVirtual().name("virtual-" + i).start(() -> work(numbers[3])));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    try (var scope = StructuredTaskScope.open()) {
      for (int i = 0; i < numbers[4]; i++) {
        scope.fork(() -> work(numbers[5]));
      }
      scope.join();
    }
    Hip.synchronize();
    System.out.println("done");
  }
}
