// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.KernelNames;
import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.TexturePaint;
import java.awt.image.BufferedImage;

/**
 * Draws one event. Each kind has a form: kernels are full, copies hatched, calls lower than others,
 * ranges and spans light with an edge.
 */
final class Bars {
  private static final int TEXT_FROM = 28;

  private final EventTable table;
  private final KernelNames kernels;
  private final Palette palette;
  private final TexturePaint hatched = hatched(Palette.COPY);
  private final TexturePaint faintHatched = hatched(faint(Palette.COPY));

  Bars(RecordingData data, Palette palette) {
    this.table = data.table();
    kernels = data.ranks().kernels();
    this.palette = palette;
  }

  static Color faint(Color color) {
    return new Color(
        (color.getRed() + 3 * 255) / 4,
        (color.getGreen() + 3 * 255) / 4,
        (color.getBlue() + 3 * 255) / 4);
  }

  /** Of what is too narrow to have a form; light colours are darker there. */
  Color density(RowKind kind, String name) {
    Color color = palette.of(kind, name);
    return kind == RowKind.RANGE || kind == RowKind.SPAN ? color.darker() : color;
  }

  void paint(Graphics2D g, int row, int x, int y, int width, int height, boolean faint) {
    RowKind kind = table.kind(row);
    Color plain = palette.of(kind, table.name(row));
    Color color = faint ? faint(plain) : plain;
    sample(g, kind, color, x, y, width, height, faint);
    // Bars that follow each other closely stay apart.
    if (width > 3) {
      g.setColor(
          kind == RowKind.RANGE || kind == RowKind.SPAN ? color.darker() : Palette.BACKGROUND);
      g.drawLine(x + width - 1, y, x + width - 1, y + height - 1);
    }
    int from = Math.max(x, TimelineView.NAMES);
    int room = x + width - from - 8;
    if (room >= TEXT_FROM && !faint) {
      String name = table.name(row);
      String text =
          kind == RowKind.KERNEL ? Texts.fit(g, kernels, name, room) : Texts.begin(g, name, room);
      if (kind == RowKind.COPY && !text.isEmpty()) {
        g.setColor(Palette.BACKGROUND);
        g.fillRect(from + 2, y + 3, g.getFontMetrics().stringWidth(text) + 4, height - 6);
      }
      g.setColor(kind == RowKind.COPY ? Palette.TEXT : Palette.textOn(color));
      g.drawString(text, from + 4, y + height - 6);
    }
  }

  /** The form of a kind. */
  void sample(
      Graphics2D g, RowKind kind, Color color, int x, int y, int width, int height, boolean faint) {
    switch (kind) {
      case KERNEL -> {
        g.setColor(color);
        g.fillRect(x, y, width, height);
      }
      case COPY -> {
        g.setPaint(faint ? faintHatched : hatched);
        g.fillRect(x, y, width, height);
        g.setColor(color);
        g.drawRect(x, y, width - 1, height - 1);
      }
      case CALL -> {
        g.setColor(color);
        g.fillRect(x, y + 3, width, height - 3);
      }
      case RANGE, SPAN -> {
        g.setColor(color);
        g.fillRect(x, y, width, height);
        g.setColor(color.darker());
        g.drawRect(x, y, width - 1, height - 1);
      }
    }
  }

  private static TexturePaint hatched(Color color) {
    BufferedImage tile = new BufferedImage(6, 6, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = tile.createGraphics();
    g.setColor(faint(color));
    g.fillRect(0, 0, 6, 6);
    g.setColor(color);
    for (int i = 0; i < 6; i++) {
      g.fillRect(i, 5 - i, 1, 1);
      g.fillRect((i + 1) % 6, 5 - i, 1, 1);
    }
    g.dispose();
    return new TexturePaint(tile, new Rectangle(6, 6));
  }
}
