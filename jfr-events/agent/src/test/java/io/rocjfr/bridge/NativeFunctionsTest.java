// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JVM would miss a method when it is called only. */
class NativeFunctionsTest {
  @Test
  void theCoreHasEachNativeMethod() {
    Path core =
        Path.of(System.getProperty("rocjfr.native")).resolve("lib/librocjfr.so").toAbsolutePath();
    NativeLibrary library = CLibrary.open(core.toString());
    List<String> found = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Method method : NativeFunctions.class.getDeclaredMethods()) {
      if (Modifier.isNative(method.getModifiers())) {
        try {
          library.getFunction("Java_io_rocjfr_bridge_NativeFunctions_" + method.getName());
          found.add(method.getName());
        } catch (UnsatisfiedLinkError e) {
          missing.add(method.getName());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).contains("initialize", "setWanted").hasSizeGreaterThan(40);
  }
}
