// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.util.Locale;

/** Says below the timeline which form and which colour is what. */
final class Legend {
  private static final int SAMPLE = 18;
  private static final int WIDEST_NAME = 150;

  private final RecordingData data;
  private final Palette palette;
  private final Bars bars;

  Legend(RecordingData data) {
    this.data = data;
    palette = new Palette(data.ranks());
    bars = new Bars(data, palette);
  }

  void paint(Graphics2D g, int y, int width) {
    g.setColor(Palette.GROUP);
    g.fillRect(0, y, width, TimelineView.LEGEND);
    int x = 8;
    for (RowKind kind : RowKind.values()) {
      if (kind != RowKind.KERNEL && TimelinePicture.has(data, kind)) {
        x = paint(g, kind, palette.of(kind, ""), label(kind), x, y);
      }
    }
    for (String name : data.ranks().first(RowKind.KERNEL)) {
      String text = Texts.fit(g, data.ranks().kernels(), name, WIDEST_NAME);
      if (x + SAMPLE + g.getFontMetrics().stringWidth(text) + 20 > width) {
        g.setColor(Palette.FAINT);
        g.drawString("...", x, y + 16);
        return;
      }
      x = paint(g, RowKind.KERNEL, palette.of(RowKind.KERNEL, name), text, x, y);
    }
  }

  private static String label(RowKind kind) {
    return kind == RowKind.COPY ? "copies" : kind.label().toLowerCase(Locale.ROOT) + "s";
  }

  private int paint(Graphics2D g, RowKind kind, Color color, String text, int x, int y) {
    bars.sample(g, kind, color, x, y + 5, SAMPLE, 14, false);
    g.setColor(Palette.TEXT);
    g.drawString(text, x + SAMPLE + 5, y + 16);
    return x + SAMPLE + g.getFontMetrics().stringWidth(text) + 20;
  }
}
