// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import java.util.stream.Stream;

/** Signatures of JMC's type of this name. */
public class PageManager {
  private PageManager() {}

  public Stream<DataPageDescriptor> getAllPages() {
    throw new UnsupportedOperationException();
  }
}
