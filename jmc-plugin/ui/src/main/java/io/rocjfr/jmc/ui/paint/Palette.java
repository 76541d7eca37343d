// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.jmc.ui.data.NameRanks;
import io.rocjfr.jmc.ui.data.RowKind;
import java.awt.Color;

/**
 * One colour for a kernel everywhere: the twelve that take the most time have colours of their own,
 * which differ in lightness too, all others share one. The other kinds have one colour each, and a
 * form of their own, so that nothing depends on colours alone.
 */
public final class Palette {
  static final Color BACKGROUND = Color.WHITE;
  static final Color TEXT = new Color(40, 40, 40);
  static final Color FAINT = new Color(130, 130, 130);
  static final Color LINE = new Color(225, 225, 225);
  static final Color GROUP = new Color(238, 241, 245);
  static final Color MARK = new Color(214, 39, 40);
  static final Color COPY = new Color(0, 121, 107);
  static final Color CALL = new Color(96, 108, 122);
  static final Color RANGE = new Color(245, 222, 160);
  static final Color SPAN = new Color(214, 200, 236);
  private static final Color OTHER_KERNELS = new Color(150, 160, 172);
  private static final Color[] KERNELS = {
    new Color(0, 114, 178), new Color(230, 159, 0), new Color(204, 121, 167),
    new Color(86, 180, 233), new Color(213, 94, 0), new Color(0, 158, 115),
    new Color(102, 60, 140), new Color(190, 174, 20), new Color(136, 34, 85),
    new Color(51, 34, 136), new Color(170, 110, 60), new Color(17, 119, 51),
  };

  private final NameRanks ranks;

  public Palette(NameRanks ranks) {
    this.ranks = ranks;
  }

  /** Of an event. */
  public Color of(RowKind kind, String name) {
    return switch (kind) {
      case KERNEL -> kernel(ranks.rank(RowKind.KERNEL, name));
      case COPY -> COPY;
      case CALL -> CALL;
      case RANGE -> RANGE;
      case SPAN -> SPAN;
    };
  }

  /** Of what is no kernel and is shown beside others, by its place. */
  public static Color other(int place) {
    return KERNELS[place % KERNELS.length];
  }

  private static Color kernel(int rank) {
    return rank >= 0 && rank < KERNELS.length ? KERNELS[rank] : OTHER_KERNELS;
  }

  /** What is written on a colour. */
  static Color textOn(Color color) {
    double light = 0.299 * color.getRed() + 0.587 * color.getGreen() + 0.114 * color.getBlue();
    return light > 140 ? TEXT : Color.WHITE;
  }
}
