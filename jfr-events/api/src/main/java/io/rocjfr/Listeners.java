// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The listeners of this copy of the API. */
final class Listeners {
  private static final Registrations<BiFunction<Consumer<Object[]>, Integer, Runnable>> ALL =
      new Registrations<>(
          new Supplier<>() { // no lambda: this runs when the JVM starts
            @Override
            public BiFunction<Consumer<Object[]>, Integer, Runnable> get() {
              return Link.addListener;
            }
          });

  private Listeners() {}

  static ActivityListener.Registration add(ActivityListener listener, int kinds) {
    return ALL.add(listener, agent -> agent.apply(batch -> tell(listener, batch), kinds));
  }

  /** The agent is there. */
  static void connected() {
    ALL.connected();
  }

  /** Takes {words, texts, {count, told}}; says where the listener threw, if an agent wants that. */
  private static void tell(ActivityListener listener, Object[] batch) {
    int[] counts = (int[]) batch[2];
    ActivityBatch activities = new ActivityBatch((long[]) batch[0], (Object[]) batch[1], counts[0]);
    boolean returned = false;
    try {
      listener.onActivities(activities);
      returned = true;
    } finally {
      if (!returned && counts.length > 1) {
        counts[1] = activities.passed();
      }
    }
  }
}
