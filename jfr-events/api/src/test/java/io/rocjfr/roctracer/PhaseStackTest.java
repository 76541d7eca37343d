// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class PhaseStackTest {
  /** With nothing left behind on it. */
  private static void onThread(Runnable test) throws Exception {
    CompletableFuture.runAsync(test, command -> new Thread(command).start())
        .get(10, TimeUnit.MINUTES);
  }

  @Test
  void eachCallHasItsOwn() throws Exception {
    onThread(
        () -> {
          for (int round = 0; round < 3; round++) {
            for (long id = 1; id <= 16; id++) {
              PhaseStack.enter(id)[0] = 100 + id;
            }
            for (long id = 16; id >= 1; id--) {
              assertThat(PhaseStack.exit(id)).containsExactly(100 + id);
              assertThat(PhaseStack.exit(id)).as("it is over").containsExactly(0);
            }
          }
        });
  }

  @Test
  void innerCallsWithoutAnEndAreOverWithTheirOuterOne() throws Exception {
    onThread(
        () -> {
          PhaseStack.enter(1)[0] = 101;
          PhaseStack.enter(2)[0] = 102;
          PhaseStack.enter(3)[0] = 103;
          assertThat(PhaseStack.exit(2)).containsExactly(102);
          assertThat(PhaseStack.exit(3)).containsExactly(0);
          assertThat(PhaseStack.exit(1)).containsExactly(101);
        });
  }

  @Test
  void theOldestWithoutAnEndGoes() throws Exception {
    onThread(
        () -> {
          for (long id = 1; id <= 20; id++) {
            PhaseStack.enter(id)[0] = 100 + id;
          }
          for (long id = 20; id >= 1; id--) {
            assertThat(PhaseStack.exit(id)).containsExactly(id > 4 ? 100 + id : 0);
          }
        });
  }

  /** A server's thread goes on when the application that brought the API is gone. */
  @Test
  void aThreadDoesNotKeepItsLoader() throws Exception {
    WeakReference<ClassLoader> loader = callInAnother();
    while (loader.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
  }

  private static WeakReference<ClassLoader> callInAnother() throws Exception {
    URL here = PhaseStack.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader other =
        new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader())) {
      Method enter =
          other.loadClass(PhaseStack.class.getName()).getDeclaredMethod("enter", long.class);
      enter.setAccessible(true);
      enter.invoke(null, 7L);
      return new WeakReference<>(other);
    }
  }
}
