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
      say("the agent runs in this JVM already; started once more, it does nothing");
      return;
    }
    try {
      String missing = Platform.missing();
      if (missing != null) {
        say("no GPU activity is recorded: " + missing);
        return;
      }
      // If it fails, a next attempt may have better options.
      started = load(options == null ? "" : options, instrumentation, early);
    } catch (Throwable t) {
      say("no GPU activity is recorded: " + t);
    }
  }

  private static boolean load(String options, Instrumentation instrumentation, boolean early)
      throws Exception {
    Path jar = PrivateLoader.ownJar();
    if (loader == null) {
      PrivateLoader made = new PrivateLoader(jar, PrivateLoader.AGENT);
      if (Runtime.version().feature() >= PrivateModule.FIRST_JDK) {
        PrivateModule.define(jar, made, instrumentation);
      }
      loader = made;
    }
    return loader.given(AGENT).apply(new Object[] {options, jar, early}, instrumentation);
  }

  private static void say(String line) {
    System.err.println("rocjfr: " + line);
  }
}
