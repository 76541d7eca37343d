// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.Lane;
import io.rocjfr.jmc.ui.data.Made;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of the events that are marked are looked at. */
class MarksTest {
  private static final int WIDTH = TimelineView.NAMES + 500;

  @Test
  void aLaneLooksAtItsOwnAndOncePerPlace() {
    RecordingData data =
        Made.data(
            made -> {
              for (int i = 0; i < 20_000; i++) {
                made.kernel("short", 0, 0, 0, 1_000_000L * i, 1000);
              }
              for (int i = 0; i < 20; i++) {
                made.kernel("long", 0, 1, 0, 1_000_000_000L * i, 900_000_000L);
              }
              made.kernel("unmarked", 0, 2, 0, 0, 20_000_000_000L);
            });
    EventTable table = data.table();
    TimelineView view = view(data);
    int[] marked =
        java.util.Arrays.stream(table.rows(RowKind.KERNEL))
            .filter(row -> !table.name(row).equals("unmarked"))
            .toArray();
    Marks marks = new Marks(table, marked);
    assertThat(seen(marks, lane(data, 0), view).size()).isBetween(400, 500);
    assertThat(seen(marks, lane(data, 1), view).size()).isEqualTo(20);
    assertThat(seen(marks, lane(data, 2), view)).isEmpty();
    long begin = table.begin(lane(data, 1).row(0));
    view.show(begin + 5_000_000_000L, begin + 5_010_000_000L);
    assertThat(seen(marks, lane(data, 0), view)).as("within the time shown").hasSize(10);
    assertThat(seen(marks, lane(data, 1), view)).as("began before").hasSize(1);
  }

  @Test
  void noPlaceWithAMarkIsLeftOut() {
    long seed = System.nanoTime();
    System.out.println("MarksTest seed " + seed);
    Random random = new Random(seed);
    RecordingData data =
        Made.data(
            made -> {
              for (int i = 0; i < 3000; i++) {
                long ticks = random.nextInt(20) == 0 ? 2_000_000 : random.nextInt(2000);
                made.kernel("k", 0, 0, 0, random.nextInt(1_000_000_000), ticks);
              }
            });
    EventTable table = data.table();
    int[] marked = random.ints(1500, 0, table.size()).distinct().sorted().toArray();
    Marks marks = new Marks(table, marked);
    TimelineView view = view(data);
    for (int round = 0; round < 20; round++) {
      List<Integer> seen = seen(marks, lane(data, 0), view);
      assertThat(seen).allMatch(marks::contains).doesNotHaveDuplicates();
      Set<Integer> places = new HashSet<>();
      seen.forEach(row -> places.add((int) view.xOf(table.begin(row), WIDTH)));
      for (int row : marked) {
        if (table.begin(row) >= view.from() && table.begin(row) < view.to()) {
          int x = (int) view.xOf(table.begin(row), WIDTH);
          assertThat(places).containsAnyOf(x - 1, x, x + 1);
        }
      }
      view.zoom(0.7, view.first() + random.nextInt(1_000_000_000));
    }
  }

  private static List<Integer> seen(Marks marks, Lane lane, TimelineView view) {
    List<Integer> rows = new ArrayList<>();
    marks.forEachSeen(lane, view, WIDTH, rows::add);
    return rows;
  }

  private static Lane lane(RecordingData data, long queue) {
    return data.table().lanes().stream()
        .filter(lane -> lane.key().queue() == queue)
        .findFirst()
        .orElseThrow();
  }

  private static TimelineView view(RecordingData data) {
    return new TimelineView(data.groups(), data.recorded().begin(), data.recorded().end());
  }
}
