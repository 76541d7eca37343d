// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.Made;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The timeline, drawn into an image. */
class TimelinePictureTest {
  private static final int WIDTH = 1210;
  private static final int HEIGHT = 400;
  private static final int PLOT = WIDTH - TimelineView.NAMES;

  /** Queue 0 is busy a thousandth of the time, evenly; queue 1 all the time. */
  private final RecordingData data =
      Made.data(
          made -> {
            for (int i = 0; i < 10_000; i++) {
              made.kernel("seldom", 0, 0, 0, 1_000_000L * i, 1000);
            }
            made.kernel("always", 0, 1, 0, 0, 10_000_000_000L);
          });

  private final int always = row("always", 0);
  private final long first = data.table().begin(always);
  private final TimelineView view =
      new TimelineView(data.groups(), first, data.table().end(always));

  @Test
  void aLaneThatIsSeldomBusyLooksIt() {
    BufferedImage image = paint(new TimelinePicture(data, view));
    int seldom = TimelineView.AXIS + TimelineView.GROUP;
    assertThat(view.laneAt(seldom + 5).key().queue()).isZero();
    assertThat(coloured(image, seldom)).isBetween(1.0, 0.06 * PLOT * TimelineView.LANE);
    assertThat(coloured(image, seldom + TimelineView.LANE))
        .isGreaterThan(0.7 * PLOT * TimelineView.LANE);
  }

  @Test
  void whatIsWideEnoughIsABarThatAClickFinds() {
    int row = row("seldom", 5000);
    view.show(data.table().begin(row) - 10_000, data.table().end(row) + 10_000);
    int x = (int) view.xOf(data.table().begin(row) + data.table().nanos(row) / 2, WIDTH);
    int y = TimelineView.AXIS + TimelineView.GROUP + TimelineView.LANE / 2;
    assertThat(view.rowAt(x, y, WIDTH)).isEqualTo(row);
    assertThat(view.rowAt(x, y + TimelineView.LANE, WIDTH)).isEqualTo(always);
    assertThat(view.rowAt(x + 300, y, WIDTH)).isEqualTo(-1);
    assertThat(view.rowAt(5, y, WIDTH)).isEqualTo(-1);
    TimelinePicture picture = new TimelinePicture(data, view);
    Color plain = new Palette(data.ranks()).of(RowKind.KERNEL, "seldom");
    assertThat(new Color(paint(picture).getRGB(x, y + 8))).isEqualTo(plain);
    picture.focus(new int[] {always});
    assertThat(new Color(paint(picture).getRGB(x, y + 8))).isEqualTo(Bars.faint(plain));
    picture.focus(null);
    picture.highlight(new int[] {row});
    int edge = TimelineView.AXIS + TimelineView.GROUP + 2;
    assertThat(new Color(paint(picture).getRGB(x, edge))).isEqualTo(Palette.MARK);
  }

  @Test
  void groupsCloseAndOpen() {
    int open = view.height();
    assertThat(open).isEqualTo(TimelineView.GROUP + 2 * TimelineView.LANE);
    assertThat(view.toggle(TimelineView.AXIS + 3)).isTrue();
    assertThat(view.height()).isEqualTo(TimelineView.GROUP);
    assertThat(view.toggle(TimelineView.AXIS + TimelineView.GROUP + 3)).isFalse();
    view.collapseAll(false);
    assertThat(view.height()).isEqualTo(open);
    view.scrollTo(TimelineView.GROUP);
    assertThat(view.laneAt(TimelineView.AXIS + 3)).isNotNull();
  }

  @Test
  void zoomingStaysInTheRecording() {
    long all = view.to() - view.from();
    view.zoom(0.5, first);
    assertThat(view.from()).isEqualTo(first);
    assertThat(view.to() - view.from()).isBetween(all / 2 - 1, all / 2 + 1);
    view.pan(-1);
    assertThat(view.from()).isEqualTo(first);
    view.zoom(1e9, first);
    assertThat(view.to() - view.from()).isEqualTo(all);
    view.show(first + 5, first + 6);
    assertThat(view.to() - view.from()).isEqualTo(1000);
    view.reset();
    assertThat(view.to() - view.from()).isEqualTo(all);
  }

  @Test
  void kindsHaveFormsOfTheirOwn() {
    RecordingData all =
        Made.data(
            made -> {
              made.kernel("k", 0, 0, 1, 0, 1000);
              made.copy(100, 2, 0, 1000);
              made.call("hipMemcpy", 1, 2, 0, 1000);
              made.range("r", 1, 0, 0, 1000);
            });
    Bars bars = new Bars(all, new Palette(all.ranks()));
    java.util.Set<java.util.List<Boolean>> forms = new java.util.HashSet<>();
    for (RowKind kind : new RowKind[] {RowKind.KERNEL, RowKind.COPY, RowKind.CALL, RowKind.RANGE}) {
      BufferedImage image = new BufferedImage(30, 20, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      g.setColor(Color.WHITE);
      g.fillRect(0, 0, 30, 20);
      bars.sample(g, kind, Color.GRAY, 0, 0, 30, 20, false);
      g.dispose();
      forms.add(
          java.util.List.of(
              image.getRGB(15, 1) == Color.WHITE.getRGB(),
              image.getRGB(0, 10) == image.getRGB(15, 10),
              image.getRGB(14, 10) == image.getRGB(15, 10)
                  && image.getRGB(16, 10) == image.getRGB(15, 10)));
    }
    assertThat(forms).hasSize(4);
  }

  @Test
  void ofARangeTheBeginOfItsNameStandsInABar() {
    Graphics2D g = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB).createGraphics();
    int room = g.getFontMetrics().stringWidth("iteration 24") - 1;
    assertThat(Texts.begin(g, "iteration 24", room)).startsWith("iter").endsWith("...");
    assertThat(g.getFontMetrics().stringWidth(Texts.begin(g, "iteration 24", room)))
        .isLessThanOrEqualTo(room);
    assertThat(Texts.begin(g, "iteration 24", room + 1)).isEqualTo("iteration 24");
    assertThat(Texts.begin(g, "iteration 24", 5)).isEmpty();
    g.dispose();
  }

  @Test
  void marksOfAHistogramNeitherOverlapNorLeaveThePicture() {
    assertThat(HistogramPicture.spread(new int[] {10, 20, 90, 95}, new int[] {30, 30, 30, 30}, 140))
        .containsExactly(10, 40, 80, 110);
    assertThat(HistogramPicture.spread(new int[] {10, 60}, new int[] {30, 30}, 140))
        .containsExactly(10, 60);
  }

  @Test
  void timesAreReadAsTheyAreWritten() {
    assertThat(TimeAxis.parse("1.25")).isEqualTo(1_250_000_000L);
    assertThat(TimeAxis.parse(" 1,001.5 s ")).isEqualTo(1_001_500_000_000L);
    assertThat(TimeAxis.parse("300 ms")).isEqualTo(300_000_000L);
    assertThat(TimeAxis.parse("12us")).isEqualTo(12_000L);
    assertThat(TimeAxis.parse("7 ns")).isEqualTo(7);
    assertThat(TimeAxis.parse("soon")).isEqualTo(-1);
    assertThat(TimeAxis.parse("-1")).isEqualTo(-1);
    assertThat(TimeAxis.parse(TimeAxis.seconds(2_175_443_000L, 6))).isEqualTo(2_175_443_000L);
    assertThat(TimeAxis.label(1_500_000_000L, TimeAxis.step(5_000_000_000L, 1000)))
        .isEqualTo("2 s");
    assertThat(TimeAxis.step(1_000_000_000L, 1000)).isEqualTo(200_000_000);
  }

  private int row(String name, int place) {
    return IntStream.of(data.table().rows(RowKind.KERNEL))
        .filter(row -> data.table().name(row).equals(name))
        .boxed()
        .sorted(Comparator.comparingLong(data.table()::begin))
        .skip(place)
        .findFirst()
        .orElseThrow();
  }

  /** How many points of a lane's line are neither white nor a line of the grid. */
  private static double coloured(BufferedImage image, int top) {
    int points = 0;
    for (int y = top + 1; y < top + TimelineView.LANE - 1; y++) {
      for (int x = TimelineView.NAMES; x < WIDTH; x++) {
        int rgb = image.getRGB(x, y);
        if (rgb != Palette.BACKGROUND.getRGB() && rgb != Palette.LINE.getRGB()) {
          points++;
        }
      }
    }
    return points;
  }

  private static BufferedImage paint(Picture picture) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    picture.paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    return image;
  }
}
