// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/**
 * Where the JVM starts the agent. Whatever goes wrong, one line on standard error says it and the
 * application runs on: what these methods throw would end the JVM.
 */
public final class AgentEntry {
  private static final String AGENT = "io.rocjfr.agent.Start";

  /** Where in what it takes the agent puts why it does not run. */
  private static final int FAILURE = 3;

  /**
   * A system property that says whether the agent runs: {@code on}, or why not. The command line
   * reads it from other JVMs.
   */
  private static final String STATE = "rocjfr.agent";

  private static boolean started;

  /** Stays when a start fails: a native library belongs to the loader that has loaded it. */
  private static PrivateLoader loader;

  private AgentEntry() {}

  /** With {@code -javaagent}: no thread of the application runs yet. */
  public static void premain(String options, Instrumentation instrumentation) {
    start(options, instrumentation, true);
  }

  /** Attached to a running JVM. */
  public static void agentmain(String options, Instrumentation instrumentation) {
    start(options, instrumentation, false);
  }

  private static synchronized void start(
      String options, Instrumentation instrumentation, boolean early) {
    if (started) {
      say("the agent runs in this JVM already. The second start does nothing");
      return;
    }
    try {
      String missing = Platform.missing();
      if (missing != null) {
        fail(missing);
        return;
      }
      // If it fails, a next attempt may have better options.
      String failure = load(options == null ? "" : options, instrumentation, early);
      started = failure == null;
      tellState(started ? "on" : failure);
    } catch (Throwable t) {
      fail(t.toString());
    }
  }

  private static void tellState(String state) {
    try {
      System.getProperties().put(STATE, state); // whatever the application has put there
    } catch (RuntimeException e) {
      // The application's security manager: then only the line says it.
    }
  }

  private static void fail(String reason) {
    tellState(reason);
    say("no GPU activity is recorded: " + reason);
  }

  /** Null if it runs; else why not, which a line on standard error has said. */
  private static String load(String options, Instrumentation instrumentation, boolean early)
      throws Exception {
    Path jar = PrivateLoader.ownJar();
    Object kept = null;
    if (loader == null) {
      PrivateLoader made = new PrivateLoader(jar, PrivateLoader.AGENT);
      if (Runtime.version().feature() >= PrivateModule.FIRST_JDK) {
        kept = PrivateModule.define(jar, made, instrumentation);
      }
      loader = made;
    }
    Object[] start = {options, jar, early, null, kept};
    return loader.given(AGENT).apply(start, instrumentation) ? null : (String) start[FAILURE];
  }

  /** In ASCII: paths and messages of others may hold what acts on a terminal. */
  private static void say(String line) {
    System.err.println("rocjfr: " + line.replaceAll("[^ -~]", "?"));
  }
}
