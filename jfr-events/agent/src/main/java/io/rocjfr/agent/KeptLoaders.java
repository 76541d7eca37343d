// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * Loaders of one class each, to which packages of the JDK are opened. JDK 26.0.2 crashes where
 * classes of an agent are unloaded while JFR records, so they are kept. Nobody outside our module
 * may reach them: where it is not named, up to JDK 23, the application could, and none is kept.
 */
final class KeptLoaders {
  private static final List<Object> KEPT = new ArrayList<>();

  private KeptLoaders() {}

  static synchronized void keep(Object loader) {
    if (KeptLoaders.class.getModule().isNamed()) {
      KEPT.add(loader);
    }
  }
}
