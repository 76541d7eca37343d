// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

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
    try { // a method handle, since reflection takes 20 ms at the start of a JVM
      MethodHandle allow =
          MethodHandles.privateLookupIn(Module.class, MethodHandles.lookup())
              .findVirtual(
                  Module.class, "implAddEnableNativeAccess", MethodType.methodType(Module.class));
      Module granted = (Module) allow.invokeExact(NativeAccess.class.getModule());
      assert granted == NativeAccess.class.getModule();
    } catch (Throwable e) {
      Log.warn(
          "native access cannot be granted ("
              + e
              + "); --enable-native-access=ALL-UNNAMED stops the JVM's warnings");
    }
  }
}
