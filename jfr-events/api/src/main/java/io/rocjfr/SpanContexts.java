// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The span context sources of this copy of the API. */
final class SpanContexts {
  private static final Registrations<Function<Predicate<long[]>, Runnable>> ALL =
      new Registrations<>(
          new Supplier<>() { // no lambda: this runs when the JVM starts
            @Override
            public Function<Predicate<long[]>, Runnable> get() {
              return Link.addSpanContexts;
            }
          });

  private SpanContexts() {}

  static ActivityListener.Registration add(SpanContextSource source) {
    return ALL.add(source, agent -> agent.apply(words -> find(source, words)));
  }

  /** The agent is there. */
  static void connected() {
    ALL.connected();
  }

  /** Only JDK types cross to the agent: {id, thread} become {id, thread, high, low, flags}. */
  private static boolean find(SpanContextSource source, long[] words) {
    SpanContextSource.Context context = source.find(words[0], words[1]);
    if (context == null) {
      return false;
    }
    words[2] = context.traceIdHigh();
    words[3] = context.traceIdLow();
    words[4] = context.traceFlags();
    return true;
  }
}
