// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.data.LogHistogram;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.util.List;
import java.util.function.LongFunction;

/** Draws how many values there are of each size, and where the percentiles are. */
public final class HistogramPicture implements Picture {
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 34;
  private static final int BOTTOM = 22;

  private final LogHistogram histogram;
  private final List<Color> colors;
  private final List<String> names;
  private final LongFunction<String> unit;

  /**
   * Draws a histogram.
   *
   * @param colors of the groups
   * @param names of the groups
   * @param unit how values are written
   */
  public HistogramPicture(
      LogHistogram histogram, List<Color> colors, List<String> names, LongFunction<String> unit) {
    this.histogram = histogram;
    this.colors = List.copyOf(colors);
    this.names = List.copyOf(names);
    this.unit = unit;
  }

  @Override
  public void paint(Graphics2D g, int width, int height) {
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setFont(FONT);
    g.setColor(Palette.BACKGROUND);
    g.fillRect(0, 0, width, height);
    int bars = histogram.bars();
    if (bars == 0 || height < TOP + BOTTOM + 10) {
      g.setColor(Palette.FAINT);
      g.drawString("Nothing to show", 10, 20);
      return;
    }
    double widest = Math.max(40.0, width / 20.0); // A few bars are no blocks.
    double wide = Math.min(widest, (double) (width - LEFT - RIGHT) / bars);
    int base = height - BOTTOM;
    int high = base - TOP;
    paintAxis(g, wide, base, width);
    long highest = histogram.highest();
    g.setColor(Palette.TEXT);
    g.drawString(Units.count(highest), 8, TOP + 10);
    g.drawString("0", 8, base);
    for (int bar = 0; bar < bars; bar++) {
      int x = LEFT + (int) (bar * wide);
      int w = Math.max(1, (int) ((bar + 1) * wide) - (int) (bar * wide) - 1);
      double below = 0;
      for (int group = 0; group < histogram.groups(); group++) {
        long count = histogram.count(group, bar);
        int top = (int) Math.round(high * (below + count) / highest);
        int bottom = (int) Math.round(high * below / highest);
        // What there is can be seen.
        int tall = Math.max(count > 0 ? 1 : 0, top - bottom);
        g.setColor(colors.get(group));
        g.fillRect(x, base - bottom - tall, w, tall);
        below += count;
      }
    }
    paintPercentiles(g, wide, base, width);
    paintNames(g, width);
  }

  private void paintAxis(Graphics2D g, double wide, int base, int width) {
    g.setColor(Palette.FAINT);
    int end = LEFT + (int) (wide * histogram.bars());
    g.drawLine(LEFT, base, end, base);
    int lastText = 0;
    for (int bar = 0; bar <= histogram.bars(); bar++) {
      double lower = histogram.lower(bar);
      boolean power = histogram.isPower(bar);
      boolean edge = bar == 0 || bar == histogram.bars();
      int x = LEFT + (int) (bar * wide);
      if (power || edge) {
        g.setColor(Palette.LINE);
        g.drawLine(x, TOP, x, base);
        String text = unit.apply(Math.round(lower));
        int wideText = g.getFontMetrics().stringWidth(text);
        int at = Math.min(x + 2, width - wideText - 2);
        if (at >= lastText) {
          g.setColor(Palette.TEXT);
          g.drawString(text, at, base + 15);
          lastText = at + wideText + 12;
        }
      }
    }
  }

  private void paintPercentiles(Graphics2D g, double wide, int base, int width) {
    g.setStroke(
        new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {4, 3}, 0));
    int count = LogHistogram.PERCENTILES.size();
    String[] texts = new String[count];
    int[] places = new int[count];
    int[] widths = new int[count];
    g.setColor(Palette.MARK);
    for (int i = 0; i < count; i++) {
      int percentile = LogHistogram.PERCENTILES.get(i);
      long value = histogram.distribution().percentile(percentile);
      int x = LEFT + (int) (histogram.position(value) * wide);
      g.drawLine(x, TOP - 8, x, base);
      texts[i] = (percentile == 100 ? "max " : "p" + percentile + " ") + unit.apply(value);
      places[i] = x + 3;
      widths[i] = g.getFontMetrics().stringWidth(texts[i]) + 8;
    }
    places = spread(places, widths, width);
    for (int i = 0; i < count; i++) {
      g.drawString(texts[i], places[i], TOP - 4);
    }
    g.setStroke(new BasicStroke(1));
  }

  /** Moves texts that would overlap to the right, and then, as far as needed, to the left. */
  static int[] spread(int[] wanted, int[] widths, int width) {
    int[] places = wanted.clone();
    int from = 0;
    for (int i = 0; i < places.length; i++) {
      places[i] = Math.max(places[i], from);
      from = places[i] + widths[i];
    }
    int to = width;
    for (int i = places.length - 1; i >= 0; i--) {
      places[i] = Math.min(places[i], to - widths[i]);
      to = places[i];
    }
    return places;
  }

  private void paintNames(Graphics2D g, int width) {
    int x = LEFT;
    KernelNames all = KernelNames.of(names);
    for (int group = 0; group < names.size(); group++) {
      String text = Texts.fit(g, all, names.get(group), 260);
      if (x + g.getFontMetrics().stringWidth(text) + 20 > width) {
        break;
      }
      g.setColor(colors.get(group));
      g.fillRect(x, 4, 12, 10);
      g.setColor(Palette.TEXT);
      g.drawString(text, x + 16, 13);
      x += g.getFontMetrics().stringWidth(text) + 36;
    }
  }
}
