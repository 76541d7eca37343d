// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import java.lang.reflect.Method;

/**
 * Allows our module to load native code on JDK 24 and later, which warn otherwise.
 *
 * <p>Granting from within takes a method of the JDK's own. Where it is gone the JVM warns, and one
 * line names the option that stops that.
 */
final class NativeAccess {
  private static final int FIRST_JDK_THAT_WARNS = 24;

  private NativeAccess() {}

  static void grant() {
    if (Runtime.version().feature() < FIRST_JDK_THAT_WARNS) {
      return;
    }
    try {
      Method allow = Module.class.getDeclaredMethod("implAddEnableNativeAccess");
      allow.setAccessible(true);
      allow.invoke(NativeAccess.class.getModule());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Log.warn(
          "native access cannot be granted ("
              + e
              + "); --enable-native-access=ALL-UNNAMED stops the JVM's warnings");
    }
  }
}
