// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The boot package starts this. Its arguments are the text of the options, rocjfr.jar, whether no
 * thread of the application runs yet, and a place for the reason of a failure. The last one is the
 * loader that made our module, or null. It returns whether the agent runs. If not, a line on
 * standard error has the reason, too.
 */
final class Start implements BiFunction<Object[], Instrumentation, Boolean> {
  /** What our internals and JNA use. */
  private static final List<String> REQUIRED = List.of("java.base", "java.logging", "jdk.jfr");

  /**
   * Where nothing requires its module, the JVM loads that when an agent is attached: no layer has
   * it.
   */
  private static final String INSTRUMENTATION = "java.lang.instrument.Instrumentation";

  static {
    completeModule(Start.class.getModule());
    give(Start.class.getClassLoader());
  }

  private Start() {}

  /** Gives the agent to its loader, without reflection; see {@code PrivateLoader.agent}. */
  @SuppressWarnings("unchecked")
  private static void give(ClassLoader loader) {
    ((Consumer<Object>) (Object) loader).accept(new Start());
  }

  /**
   * Where our module is named: it reads what we need, and JFR may look at the events. Before a
   * class of another module is needed.
   */
  private static void completeModule(Module ours) {
    if (!ours.isNamed()) {
      return;
    }
    for (String name : REQUIRED) {
      Optional<Module> other = ModuleLayer.boot().findModule(name);
      if (other.isPresent()) {
        ours.addReads(other.get());
      }
    }
    try {
      ours.addReads(Class.forName(INSTRUMENTATION, false, null).getModule());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e); // an agent has been given one
    }
    ours.addOpens("io.rocjfr.event", ModuleLayer.boot().findModule("jdk.jfr").orElseThrow());
  }

  @Override
  public Boolean apply(Object[] start, Instrumentation instrumentation) {
    if (start[4] != null) {
      KeptLoaders.keep(start[4]);
    }
    start[3] = Agent.start((String) start[0], instrumentation, (Path) start[1], (Boolean) start[2]);
    return start[3] == null;
  }
}
