// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.KernelNames;
import java.awt.FontMetrics;
import java.awt.Graphics2D;

/** Texts that fit into a width. */
final class Texts {
  private static final String ELLIPSIS = "...";

  private Texts() {}

  /** What fits of the begin of a text; empty where not even a few letters do. */
  static String begin(Graphics2D g, String text, int width) {
    FontMetrics metrics = g.getFontMetrics();
    if (metrics.stringWidth(text) <= width) {
      return text;
    }
    int letters = Math.min(text.length(), width / Math.max(1, metrics.charWidth('i')));
    while (letters >= 3 && metrics.stringWidth(text.substring(0, letters) + ELLIPSIS) > width) {
      letters--;
    }
    return letters < 3 ? "" : text.substring(0, letters) + ELLIPSIS;
  }

  /** The text, shortened as names of kernels are; empty where not even a few letters fit. */
  static String fit(Graphics2D g, String text, int width) {
    FontMetrics metrics = g.getFontMetrics();
    if (metrics.stringWidth(text) <= width) {
      return text;
    }
    int letters = width / Math.max(1, metrics.charWidth('n'));
    while (letters >= 4) {
      String shorter = KernelNames.shorten(text, letters);
      if (metrics.stringWidth(shorter) <= width) {
        return shorter;
      }
      letters--;
    }
    return "";
  }
}
