// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import org.eclipse.jface.resource.ImageDescriptor;

/** Signatures of JMC's type of this name. */
public final class FlightRecorderUI {
  private FlightRecorderUI() {}

  public static FlightRecorderUI getDefault() {
    throw new UnsupportedOperationException();
  }

  public PageManager getPageManager() {
    throw new UnsupportedOperationException();
  }

  public ImageDescriptor getMCImageDescriptor(String imageName) {
    throw new UnsupportedOperationException();
  }
}
