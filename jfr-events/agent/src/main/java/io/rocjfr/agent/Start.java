// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * What the boot package starts: takes the options' text, rocjfr.jar and whether no thread of the
 * application runs yet; returns whether the agent runs. If not, a line on standard error said why.
 */
final class Start implements BiFunction<Object[], Instrumentation, Boolean> {
  static {
    give(Start.class.getClassLoader());
  }

  private Start() {}

  /** Gives the agent to its loader, without reflection; see {@code PrivateLoader.agent}. */
  @SuppressWarnings("unchecked")
  private static void give(ClassLoader loader) {
    ((Consumer<Object>) (Object) loader).accept(new Start());
  }

  @Override
  public Boolean apply(Object[] start, Instrumentation instrumentation) {
    NativeAccess.grant();
    return Agent.start((String) start[0], instrumentation, (Path) start[1], (Boolean) start[2]);
  }
}
