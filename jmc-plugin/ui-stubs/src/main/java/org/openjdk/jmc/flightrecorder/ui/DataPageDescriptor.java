// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import org.openjdk.jmc.common.IState;

/** Signatures of JMC's type of this name. */
public class DataPageDescriptor implements IPageDefinition {
  private DataPageDescriptor() {}

  @Override
  public String getName() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String[] getTopics() {
    throw new UnsupportedOperationException();
  }

  @Override
  public IState getState() {
    throw new UnsupportedOperationException();
  }
}
