// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package example;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;

/** Makes three ranges; ends with 0 if the agent runs. */
public final class Ranges {
  private Ranges() {}

  public static void main(String[] args) {
    for (int i = 1; i <= 3; i++) {
      try (var id = ExternalCorrelation.scope(i);
          var range = Roctx.range("range " + i)) {
        Thread.yield();
      }
    }
    System.exit(Rocjfr.isActive() ? 0 : 1);
  }
}
