// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

/** Signatures of JMC's type of this name. */
public final class ImageConstants {
  public static final String ICON_OVERVIEW = "overview.png";
  public static final String ICON_LANES = "lanes.gif";
  public static final String ICON_CHART_BAR = "chart_bar_16x16.gif";
  public static final String PAGE_IO = "pages/io.png";
  public static final String PAGE_LATENCIES = "pages/latencies.png";
  public static final String PAGE_METHOD = "pages/method.png";

  private ImageConstants() {}
}
