// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/**
 * What comes before the agent: native access, and the public API, which the agent's classes use.
 */
public final class Start {
  private Start() {}

  /**
   * Starts the agent; called once, by the boot package, by name.
   *
   * @param jar rocjfr.jar
   * @param early whether no thread of the application runs yet
   * @return whether it runs; if not, a line on standard error said why
   */
  public static boolean start(
      String options, Instrumentation instrumentation, Path jar, boolean early) throws Exception {
    NativeAccess.grant();
    ApiPublisher.publish(jar, instrumentation);
    return Agent.start(options, instrumentation, jar, early);
  }
}
