// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The listeners of this copy of the API. */
final class Listeners {
  private static final Registrations<Function<Object[], Object[]>> ALL =
      new Registrations<>(Listeners::agent);

  private Listeners() {}

  static ActivityListener.Registration add(String name, ActivityListener listener, int kinds) {
    Listening listening = new Listening(name, listener, kinds);
    listening.registration = ALL.add(listening::begin);
    return listening;
  }

  /** The agent is there. */
  static void connected() {
    ALL.connected();
  }

  /** The agent's function, in terms of the older one where it is of an earlier release. */
  @SuppressWarnings("unchecked") // as in Link
  private static Function<Object[], Object[]> agent() {
    Function<Object[], Object[]> listen = Link.listen;
    BiFunction<Consumer<Object[]>, Integer, Runnable> add = Link.addListener;
    if (listen != null || add == null) {
      return listen;
    }
    return arguments ->
        new Object[] {
          add.apply((Consumer<Object[]>) arguments[1], (Integer) arguments[2]),
          (LongSupplier) () -> 0
        };
  }

  private static final class Listening implements ActivityListener.Registration {
    private final Object[] arguments;
    private volatile LongSupplier lost = () -> 0;
    private ActivityListener.Registration registration;

    Listening(String name, ActivityListener listener, int kinds) {
      Consumer<Object[]> teller = batch -> tell(listener, batch);
      arguments = new Object[] {name, teller, kinds};
    }

    Runnable begin(Function<Object[], Object[]> agent) {
      Object[] begun = agent.apply(arguments);
      lost = (LongSupplier) begun[1];
      return (Runnable) begun[0];
    }

    @Override
    public void close() {
      registration.close();
    }

    @Override
    public long lost() {
      return lost.getAsLong();
    }
  }

  /** Takes {words, texts, {count}}. */
  private static void tell(ActivityListener listener, Object[] batch) {
    int count = ((int[]) batch[2])[0];
    listener.onActivities(new ActivityBatch((long[]) batch[0], (Object[]) batch[1], count));
  }
}
