// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.KernelNames;
import java.awt.FontMetrics;
import java.awt.Graphics2D;

/** Texts that fit into a width. */
final class Texts {
  private Texts() {}

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
