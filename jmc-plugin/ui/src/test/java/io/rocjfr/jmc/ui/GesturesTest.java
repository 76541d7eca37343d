// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.Made;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.paint.TimelinePicture;
import io.rocjfr.jmc.ui.paint.TimelineView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.swt.SWT;
import org.junit.jupiter.api.Test;

/**
 * The mouse and the keys on a timeline of four kernels on one queue, of ten seconds each, and a
 * short one.
 */
class GesturesTest {
  private static final int WIDTH = TimelineView.NAMES + 1000;
  private static final long SECOND = 1_000_000_000L;

  private static final RecordingData DATA =
      Made.data(
          made -> {
            for (int i = 0; i < 4; i++) {
              made.kernel("kernel " + i, 0, 0, 0, 10L * i * SECOND, 10 * SECOND - 1000);
            }
            made.kernel("short", 0, 1, 0, 4 * SECOND, 1000);
          });

  private final EventTable table = DATA.table();
  private final TimelineView view =
      new TimelineView(DATA.groups(), table.begin(row(0)), table.end(row(3)));
  private final TimelinePicture picture = new TimelinePicture(DATA, view);
  private final List<String> effects = new ArrayList<>();
  private final Gestures gestures =
      new Gestures(
          table,
          view,
          picture,
          new Gestures.Effects() {
            @Override
            public void laidOut() {
              effects.add("laid out");
            }

            @Override
            public void selected(int row) {
              effects.add(row < 0 ? "none" : table.name(row));
            }

            @Override
            public void selectedTime() {
              effects.add("time");
            }

            @Override
            public void redraw() {
              effects.add("redraw");
            }
          });

  private final int group = TimelineView.AXIS + 3;
  private final int lane =
      IntStream.range(group, group + 60)
          .filter(y -> view.laneAt(y) != null)
          .findFirst()
          .orElseThrow();

  @Test
  void aClickSelectsAnEventOrNone() {
    click(at(15));
    assertThat(effects).containsExactly("kernel 1");
    assertThat(gestures.selectedRows()).containsExactly(row(1));
    effects.clear();
    gestures.pressed(Gestures.FIRST, at(15), lane + 200, WIDTH);
    gestures.released(Gestures.FIRST, at(15), lane + 200, WIDTH);
    assertThat(effects).containsExactly("none");
    assertThat(gestures.isAnySelected()).isFalse();
  }

  @Test
  void whatRanInTheDraggedTimeBelongsToItThoughItBeganBefore() {
    drag(at(15), at(25));
    assertThat(effects).endsWith("time");
    assertThat(names(gestures.selectedRows())).containsExactly("kernel 1", "kernel 2");
    drag(at(38), at(32));
    assertThat(names(gestures.selectedRows())).as("backwards").containsExactly("kernel 3");
  }

  @Test
  void noTimeIsSelectedThatIsNotShown() {
    long from = table.begin(row(0)) + 15 * SECOND;
    view.show(from, from + 10 * SECOND);
    drag(WIDTH - 300, 0);
    assertThat(picture.selected()[0]).isEqualTo(from);
    drag(WIDTH - 300, WIDTH + 500);
    assertThat(picture.selected()[1]).isEqualTo(from + 10 * SECOND);
  }

  @Test
  void whatTookNoTimeAndBeginsWithTheDraggedTimeBelongsToIt() {
    RecordingData data =
        Made.data(
            made -> {
              made.kernel("long", 0, 0, 0, 0, 1000);
              made.kernel("instant", 0, 0, 0, 500, 0);
            });
    TimelineView shown =
        new TimelineView(data.groups(), data.table().begin(0), data.table().begin(0) + 1000);
    TimelinePicture drawn = new TimelinePicture(data, shown);
    Gestures here = new Gestures(data.table(), shown, drawn, nothing());
    int instant = IntStream.of(0, 1).filter(row -> data.table().nanos(row) == 0).sum();
    drawn.select(data.table().begin(instant), data.table().begin(instant) + 10);
    assertThat(here.selectedRows()).containsExactly(0, 1);
  }

  @Test
  void theMenuIsOfTheDraggedTimeOnItAndOfAnEventElsewhere() {
    drag(at(15), at(25));
    effects.clear();
    gestures.pressed(Gestures.MENU, at(20), lane, WIDTH);
    gestures.released(Gestures.MENU, at(20), lane, WIDTH);
    assertThat(effects).isEmpty();
    assertThat(names(gestures.selectedRows())).containsExactly("kernel 1", "kernel 2");
    gestures.pressed(Gestures.MENU, at(35), lane, WIDTH);
    gestures.released(Gestures.MENU, at(35), lane, WIDTH);
    assertThat(names(gestures.selectedRows())).containsExactly("kernel 3");
    assertThat(picture.selected()[1]).as("no time is selected any more").isZero();
  }

  @Test
  void zoomsToTheDraggedTimeOrToTheEvent() {
    gestures.zoomToSelection();
    assertThat(shown()).as("nothing is selected").containsExactly(0L, 40L);
    drag(at(15), at(25));
    gestures.zoomToSelection();
    assertThat(shown()).containsExactly(15L, 25L);
    assertThat(picture.selected()[1]).isZero();
    view.reset();
    click(at(15));
    gestures.zoomToSelection();
    assertThat(shown()).containsExactly(5L, 25L);
  }

  @Test
  void aDoubleClickZoomsToAnEventAndSelectsNoOther() {
    click(at(15));
    effects.clear();
    int y = lane + 26;
    gestures.pressed(Gestures.FIRST, at(4), y, WIDTH);
    gestures.released(Gestures.FIRST, at(4), y, WIDTH);
    gestures.pressed(Gestures.FIRST, at(4), y, WIDTH);
    gestures.doubleClicked(Gestures.FIRST, at(4), y, WIDTH);
    long zoomed = length();
    assertThat(zoomed).isBetween(1500L, 2500L);
    assertThat(view.rowAt(at(4), y, WIDTH)).as("it is elsewhere now").isEqualTo(-1);
    gestures.released(Gestures.FIRST, at(4), y, WIDTH);
    assertThat(effects).containsExactly("short", "redraw");
    assertThat(names(gestures.selectedRows())).containsExactly("short");
    view.reset();
    gestures.doubleClicked(Gestures.MENU, at(15), lane, WIDTH);
    assertThat(shown()).as("the other button").containsExactly(0L, 40L);
  }

  @Test
  void onlyTheFirstButtonOpensAndClosesGroups() {
    int open = view.height();
    gestures.pressed(Gestures.MENU, 5, group, WIDTH);
    assertThat(view.height()).isEqualTo(open);
    gestures.pressed(2, 5, group, WIDTH);
    assertThat(view.height()).isEqualTo(open);
    gestures.pressed(Gestures.FIRST, 5, group, WIDTH);
    assertThat(view.height()).isLessThan(open);
    assertThat(effects).endsWith("laid out");
  }

  @Test
  void plusAndMinusZoomWhereverTheyAreOnTheKeyboard() {
    long all = length();
    gestures.key('+', '='); // American: Shift and the key of '='.
    assertThat(length()).isLessThan(all);
    gestures.key('-', '-');
    assertThat(length()).isBetween(all - 100, all);
    gestures.key('+', '1'); // Swiss: Shift and the key of '1'.
    gestures.key('+', '+'); // German
    assertThat(length()).isLessThan(all / 2);
    gestures.key('-', '6'); // French
    gestures.key('-', SWT.KEYPAD_SUBTRACT);
    assertThat(length()).isBetween(all - 100, all);
    gestures.key((char) 0, SWT.KEYPAD_ADD);
    gestures.key('=', '=');
    assertThat(length()).isLessThan(all / 2);
    gestures.key('a', 'a');
    gestures.key((char) 0, SWT.HOME);
    assertThat(length()).isEqualTo(all);
    assertThat(effects).hasSize(9).containsOnly("redraw");
  }

  @Test
  void arrowsAndTheWheelMove() {
    view.show(view.first() + 10 * SECOND, view.first() + 20 * SECOND);
    gestures.key((char) 0, SWT.ARROW_RIGHT);
    assertThat(shown()).containsExactly(11L, 21L);
    gestures.key((char) 0, SWT.ARROW_LEFT);
    gestures.wheel(true, SWT.SHIFT, at(15), WIDTH);
    assertThat(shown()).containsExactly(9L, 19L);
    effects.clear();
    gestures.wheel(true, 0, at(15), WIDTH);
    assertThat(effects).as("it scrolls").isEmpty();
    long moment = view.timeAt(TimelineView.NAMES + 300, WIDTH);
    gestures.wheel(true, SWT.MOD1, TimelineView.NAMES + 300, WIDTH);
    assertThat(length()).isBetween(7 * SECOND - 10, 7 * SECOND);
    assertThat(view.timeAt(TimelineView.NAMES + 300, WIDTH)).isBetween(moment - 99, moment + 99);
  }

  @Test
  void whatIsSaidOfAnEventIsAskedForOnce() {
    List<Integer> asked = new ArrayList<>();
    for (int second : new int[] {12, 13, 14, 25, 26, 13}) {
      String said =
          gestures.tip(
              at(second),
              lane,
              WIDTH,
              row -> {
                asked.add(row);
                return table.name(row);
              });
      assertThat(said).isEqualTo("kernel " + second / 10);
    }
    assertThat(asked).containsExactly(row(1), row(2), row(1));
    assertThat(gestures.tip(at(13), lane + 200, WIDTH, table::name)).isNull();
  }

  private void click(int x) {
    gestures.pressed(Gestures.FIRST, x, lane, WIDTH);
    gestures.released(Gestures.FIRST, x, lane, WIDTH);
  }

  private void drag(int from, int to) {
    gestures.pressed(Gestures.FIRST, from, lane, WIDTH);
    gestures.moved((from + to) / 2, WIDTH);
    gestures.moved(to, WIDTH);
    gestures.released(Gestures.FIRST, to, lane, WIDTH);
  }

  /** The place of a second of the recording while all of it is shown. */
  private static int at(int second) {
    return TimelineView.NAMES + second * 25;
  }

  /** From which to which second is shown. */
  private List<Long> shown() {
    return List.of(
        Math.round((view.from() - view.first()) / 1e9),
        Math.round((view.to() - view.first()) / 1e9));
  }

  private long length() {
    return view.to() - view.from();
  }

  private int row(int number) {
    return IntStream.range(0, table.size())
        .filter(row -> table.name(row).equals("kernel " + number))
        .findFirst()
        .orElseThrow();
  }

  private List<String> names(int[] rows) {
    return Arrays.stream(rows).mapToObj(table::name).toList();
  }

  private static Gestures.Effects nothing() {
    return new Gestures.Effects() {
      @Override
      public void laidOut() {}

      @Override
      public void selected(int row) {}

      @Override
      public void selectedTime() {}

      @Override
      public void redraw() {}
    };
  }
}
