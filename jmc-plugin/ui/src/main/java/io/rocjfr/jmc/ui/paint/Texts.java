// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.KernelNames;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.List;

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

  /** The longest form of a kernel's name that fits; empty where none does. */
  static String fit(Graphics2D g, KernelNames names, String name, int width) {
    FontMetrics metrics = g.getFontMetrics();
    return names.forms(name).stream()
        .filter(form -> metrics.stringWidth(form) <= width)
        .findFirst()
        .orElse("");
  }

  /** A text that nothing has to be told from. */
  static String fit(Graphics2D g, String text, int width) {
    return fit(g, KernelNames.of(List.of(text)), text, width);
  }
}
