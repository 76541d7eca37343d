// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import java.util.Collection;
import java.util.function.Consumer;
import org.openjdk.jmc.flightrecorder.rules.IResult;

/** Signatures of JMC's type of this name. */
public final class RuleManager {
  private RuleManager() {}

  public Collection<IResult> getResults(String... topics) {
    throw new UnsupportedOperationException();
  }

  public void addResultListener(Consumer<IResult> listener) {
    throw new UnsupportedOperationException();
  }

  public void removeResultListener(Consumer<IResult> listener) {
    throw new UnsupportedOperationException();
  }
}
