// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.function.BiFunction;

/** A native API for a part of the public one: takes a function's name and its arguments. */
public interface NativeApi extends BiFunction<String, Object[], Object[]> {
  /** The JVM shuts down: no call may come back into Java after it. Bounded. */
  void exit();
}
