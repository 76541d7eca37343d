// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which frames are left out. */
class NativeFramesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.rocjfr.event.LaunchSiteEvent",
        "io.rocjfr.bridge.Sites",
        "io.rocjfr.internal.com.sun.jna.Native",
        "io.rocjfr.Roctx",
        "com.sun.jna.Function",
        "java.lang.invoke.LambdaForm$MH",
        "jdk.internal.foreign.abi.DowncallStub.0x00007f",
        "java.lang.reflect.Method",
        "jdk.internal.reflect.DirectMethodHandleAccessor",
        "jdk.proxy2.$Proxy12",
        "com.sun.proxy.$Proxy3",
        "app.Hidden/0x00007f00",
      })
  void theWayIntoNativeCode(String type) {
    assertThat(NativeFrames.has(type)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.Main",
        "io.rocjfr.demo.Demo",
        "io.rocjfrish.Main",
        "java.util.ArrayList",
        "com.sun.jnafoo.Main",
        "Main",
        "app.Gpu$ProxyKernel",
        "app.Kernels$Proxy",
      })
  void theApplications(String type) {
    assertThat(NativeFrames.has(type)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "org.jocl.CL.clEnqueueNDRangeKernel, true",
    "com.aparapi.internal.jni.KernelRunnerJNI.runKernelJNI, true",
    "ai.onnxruntime.OrtSession.run, true",
    "ai.djl.onnxruntime.engine.OrtSymbolBlock.forwardInternal, true",
    "ai.djlish.Main.main, false",
    "org.joclish.Main.main, false",
    "app.org.jocl.Main.main, false",
  })
  void bindings(String name, boolean are) {
    assertThat(NativeFrames.isOfBindings(name)).isEqualTo(are);
    assertThat(NativeFrames.has(name)).as("they are frames that pictures show").isFalse();
  }
}
