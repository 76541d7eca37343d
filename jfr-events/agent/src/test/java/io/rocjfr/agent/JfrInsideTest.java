// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/** What is found in JFR's classes, of which each JDK has its own. */
@SuppressWarnings({"unused", "UnusedMethod"}) // the methods are found by their names
class JfrInsideTest {
  /** As Java 17 has it. */
  static final class Whole {
    private static Whole getJVM() {
      return new Whole();
    }

    private boolean isExcluded(Thread thread) {
      return true;
    }

    private long getChunkStartNanos() {
      return 7;
    }

    static MethodHandles.Lookup lookup() {
      return MethodHandles.lookup();
    }
  }

  static final class WithoutChunks {
    private static WithoutChunks getJVM() {
      return new WithoutChunks();
    }

    private boolean isExcluded(Thread thread) {
      return true;
    }

    static MethodHandles.Lookup lookup() {
      return MethodHandles.lookup();
    }
  }

  static final class Texts {
    private static int resets;

    private static void reset() {
      resets++;
    }
  }

  static final class OtherTexts {}

  @Test
  void threadsChunksAndTextsAreFound() throws Throwable {
    MethodHandle[] found = JfrInside.handles(Whole.lookup(), Texts.class.getName());
    assertThat((boolean) found[0].invokeExact(Thread.currentThread())).isTrue();
    assertThat((long) found[1].invokeExact()).isEqualTo(7);
    int before = Texts.resets;
    found[2].invokeExact();
    assertThat(Texts.resets).isEqualTo(before + 1);
  }

  @Test
  void whereTextsCannotBeForgottenExcludedThreadsAreFoundAllTheSame() throws Throwable {
    assertOnlyThreads(JfrInside.handles(Whole.lookup(), OtherTexts.class.getName()));
    assertOnlyThreads(JfrInside.handles(Whole.lookup(), "io.rocjfr.agent.NoTexts"));
    assertOnlyThreads(JfrInside.handles(WithoutChunks.lookup(), Texts.class.getName()));
    assertOnlyThreads(JfrInside.handles(Whole.lookup(), null));
  }

  private static void assertOnlyThreads(MethodHandle[] found) throws Throwable {
    assertThat((boolean) found[0].invokeExact(Thread.currentThread())).isTrue();
    assertThat(found[1]).isNull();
    assertThat(found[2]).isNull();
  }
}
