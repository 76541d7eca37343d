// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The listeners of this copy of the API. */
final class Listeners {
  private static final Registrations<BiFunction<Consumer<Object[]>, Integer, Runnable>> ALL =
      new Registrations<>(() -> Link.addListener);

  private Listeners() {}

  static ActivityListener.Registration add(ActivityListener listener, int kinds) {
    return ALL.add(agent -> agent.apply(batch -> tell(listener, batch), kinds));
  }

  /** The agent is there. */
  static void connected() {
    ALL.connected();
  }

  /** Takes {words, texts, {count}}. */
  private static void tell(ActivityListener listener, Object[] batch) {
    int count = ((int[]) batch[2])[0];
    listener.onActivities(new ActivityBatch((long[]) batch[0], (Object[]) batch[1], count));
  }
}
