// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import java.awt.Graphics2D;

/** Draws itself into a rectangle that begins at 0, 0. */
public interface Picture {
  /** Draws all of it. */
  void paint(Graphics2D graphics, int width, int height);
}
