// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.paint.Picture;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.PaletteData;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;

/** Shows a picture that is drawn with AWT. */
final class PaintCanvas extends Canvas {
  private Picture picture = (graphics, width, height) -> {};

  PaintCanvas(Composite parent, int style) {
    super(parent, style | SWT.DOUBLE_BUFFERED | SWT.NO_BACKGROUND);
    addPaintListener(event -> paint(event.gc));
    // Others may hold what is gone, and the picture has all events.
    addListener(SWT.Dispose, event -> picture = (graphics, width, height) -> {});
  }

  void show(Picture shown) {
    picture = shown;
    redraw();
  }

  private void paint(GC gc) {
    Rectangle area = getClientArea();
    if (area.isEmpty()) {
      return;
    }
    Image image = new Image(getDisplay(), draw(picture, area.width, area.height));
    try {
      gc.drawImage(image, 0, 0);
    } finally {
      image.dispose();
    }
  }

  private static ImageData draw(Picture picture, int width, int height) {
    BufferedImage drawn = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = drawn.createGraphics();
    picture.paint(graphics, width, height);
    graphics.dispose();
    int[] pixels = ((DataBufferInt) drawn.getRaster().getDataBuffer()).getData();
    ImageData data =
        new ImageData(width, height, 24, new PaletteData(0xFF0000, 0x00FF00, 0x0000FF));
    for (int y = 0; y < height; y++) {
      data.setPixels(0, y, width, pixels, y * width);
    }
    return data;
  }
}
