// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The innermost frames of the stacks of calls: those of the way into native code, and ours. They
 * are known by their classes, since how many there are differs.
 */
public final class NativeFrames {
  /** Ours; not what users put below io.rocjfr, as our samples do. */
  private static final Set<String> OWN =
      Set.of(
          "io.rocjfr",
          "io.rocjfr.agent",
          "io.rocjfr.boot",
          "io.rocjfr.bridge",
          "io.rocjfr.buffered",
          "io.rocjfr.event",
          "io.rocjfr.internal",
          "io.rocjfr.jna",
          "io.rocjfr.roctracer");

  private static final List<String> WAY =
      List.of(
          "com.sun.jna.",
          "java.lang.invoke.",
          "java.lang.reflect.",
          "jdk.internal.foreign.",
          "jdk.internal.reflect.",
          "io.rocjfr.internal.");

  /**
   * Aparapi, JavaCPP, JavaCL, JOCL, JogAmp, LWJGL, TornadoVM; ONNX Runtime, DJL; llama.cpp's: jjml,
   * java-llama.cpp.
   */
  private static final List<String> BINDINGS =
      List.of(
          "ai.djl.",
          "ai.onnxruntime.",
          "de.kherud.llama.",
          "net.ladenthin.llama.",
          "org.argeo.jjml.",
          "com.aparapi.",
          "com.jogamp.",
          "com.nativelibs4java.",
          "org.bytedeco.",
          "org.jocl.",
          "org.lwjgl.",
          "uk.ac.manchester.tornado.");

  /** As the JDK names them. */
  private static final Pattern PROXY = Pattern.compile("\\$Proxy\\d+");

  private NativeFrames() {}

  /** Whether a class is ours, or of the ways from Java into native code. */
  public static boolean has(String type) {
    int end = Math.max(type.lastIndexOf('.'), type.lastIndexOf('/'));
    String simple = type.substring(end + 1);
    return OWN.contains(end < 0 ? "" : type.substring(0, end))
        || WAY.stream().anyMatch(type::startsWith)
        || PROXY.matcher(simple).matches()
        || simple.startsWith("0x");
  }

  /** Whether a class, or a method with its class, is of bindings that are known by their names. */
  public static boolean isOfBindings(String name) {
    return BINDINGS.stream().anyMatch(name::startsWith);
  }
}
