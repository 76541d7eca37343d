// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.BufferedLibrary;
import io.rocjfr.bridge.NativeApi;
import io.rocjfr.bridge.NativeTracer;
import io.rocjfr.bridge.RoctracerLibrary;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * A part of the public API that has a separate native library. The library, its classes and JNA are
 * loaded at its first call.
 */
abstract class LaterLibrary implements BiFunction<String, Object[], Object[]> {
  private NativeApi made;

  /** Makes it, without loading the library. */
  abstract NativeApi make();

  private synchronized NativeApi get() {
    if (made == null) {
      made = make();
    }
    return made;
  }

  @Override
  public Object[] apply(String function, Object[] arguments) {
    return get().apply(function, arguments);
  }

  /** The JVM shuts down. */
  void exit() {
    NativeApi now;
    synchronized (this) {
      now = made;
    }
    if (now != null) {
      now.exit();
    }
  }

  /** io.rocjfr.roctracer. */
  static LaterLibrary roctracer(NativeTracer tracer, Path core, Path jar) {
    return new LaterLibrary() {
      @Override
      NativeApi make() {
        return new RoctracerLibrary(
            tracer,
            () -> {
              JnaSetup.initialize();
              return NativeLibraryFile.findRoctracer(core, jar);
            });
      }
    };
  }

  /** io.rocjfr.buffered. */
  static LaterLibrary buffered(Path core, Path jar) {
    return new LaterLibrary() {
      @Override
      NativeApi make() {
        return new BufferedLibrary(
            () -> {
              JnaSetup.initialize();
              return BufferedLibraryFile.find(core, jar);
            });
      }
    };
  }
}
