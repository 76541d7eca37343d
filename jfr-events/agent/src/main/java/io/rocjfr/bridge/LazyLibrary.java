// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A native library that is bound when it is first needed, once. */
final class LazyLibrary {
  private final String name;
  private final Callable<Path> finder;
  private final Consumer<String> binder;
  private boolean bound;
  private String problem;

  /**
   * Binds nothing yet.
   *
   * @param name the file's, for a message where the finder fails
   * @param binder gets its path
   */
  LazyLibrary(String name, Callable<Path> finder, Consumer<String> binder) {
    this.name = name;
    this.finder = finder;
    this.binder = binder;
  }

  /** Binds it, unless that was tried before. Null, or why there is no library. */
  synchronized String bind() {
    if (bound || problem != null) {
      return problem;
    }
    String path = name;
    try {
      path = finder.call().toString();
      binder.accept(path);
      bound = true;
    } catch (UnsatisfiedLinkError e) {
      problem = path + " cannot be loaded: " + NativeTracer.reason(path, e);
    } catch (Exception e) {
      problem = path + " cannot be loaded: " + e.getMessage();
    }
    return problem;
  }

  synchronized boolean isBound() {
    return bound;
  }
}
