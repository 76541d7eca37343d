// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IAccessorFactory;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** How kernels are divided among the stacks that launched them: docs/launch-sites.md. */
class SitesTest {
  private static final long US = 1000;

  @Test
  void exactTotalsAreDividedByWeights() {
    RecordingData data =
        Made.data(
            made -> {
              for (int id = 1; id <= 4; id++) {
                made.kernel("a", 0, 1, id, 100 * US * id, 10 * US);
              }
              for (int id = 1; id <= 2; id++) {
                here(made, id, 1);
              }
              there(made, 3, 1);
            });
    EventTable table = data.table();
    long total = data.groups(RowKind.KERNEL, GroupTable.By.NAME).get(0).times().total();

    var rows =
        data.sites().of(table, table.rows(RowKind.KERNEL)).stream()
            .collect(Collectors.toMap(row -> method(row.frames()), Function.identity()));

    assertThat(rows).containsOnlyKeys("here", "there", "(no stack recorded)");
    assertThat(rows.get("here").count()).isEqualTo(2);
    assertThat(rows.get("here").nanos()).isBetween(total / 2, total / 2 + 1);
    assertThat(rows.get("here").rows()).hasSize(2);
    assertThat(rows.get("there").count()).isEqualTo(1);
    assertThat(rows.get("(no stack recorded)").nanos()).isBetween(total / 4, total / 4 + 1);
    assertThat(rows.get("(no stack recorded)").rows()).hasSize(1);
  }

  @Test
  void whereTheSamplesStandForAllNothingIsLeft() {
    RecordingData data =
        Made.data(
            made -> {
              for (int id = 1; id <= 4; id++) {
                made.kernel("a", 0, 1, id, 100 * US * id, 10 * US);
              }
              here(made, 1, 2);
              there(made, 3, 2);
            });
    EventTable table = data.table();

    assertThat(data.sites().of(table, table.rows(RowKind.KERNEL)))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.count()).isEqualTo(2));
  }

  /** As {@code top} has it: what differs in its grid, and was never sampled, is nobody's. */
  @Test
  void kernelsOfOneGridAreDividedApart() {
    RecordingData data =
        Made.data(
            made -> {
              made.grid(1);
              for (int id = 1; id <= 4; id++) {
                made.kernel("a", 0, 1, id, 100 * US * id, 10 * US);
              }
              made.grid(100);
              made.kernel("a", 0, 1, 5, 1000 * US, 900 * US);
              made.kernel("a", 0, 1, 6, 2000 * US, 900 * US);
              here(made, 1, 2);
              there(made, 3, 2);
            });
    EventTable table = data.table();

    assertThat(nanos(data.sites().of(table, table.rows(RowKind.KERNEL)), "here"))
        .isEqualTo(20 * US);
  }

  @Test
  void whatChanceLeavesIsOfTheKnownStacksUnlessCallsWereRefused() {
    assertThat(stacks(0)).containsOnly("here");
    assertThat(stacks(4)).containsOnly("here", "(no stack recorded)");
  }

  private static List<String> stacks(double refused) {
    RecordingData data =
        Made.data(
            made -> {
              for (int id = 1; id <= 40; id++) {
                made.kernel("a", 0, 1, id, 100 * US * id, 10 * US);
              }
              for (int id = 1; id <= 19; id++) {
                here(made, 2L * id, 2);
              }
              made.refused(refused);
            });
    EventTable table = data.table();
    return data.sites().of(table, table.rows(RowKind.KERNEL)).stream()
        .map(row -> method(row.frames()))
        .toList();
  }

  private static long nanos(List<Sites.StackRow> rows, String method) {
    return rows.stream()
        .filter(row -> method(row.frames()).equals(method))
        .mapToLong(Sites.StackRow::nanos)
        .sum();
  }

  /**
   * JMC's Properties show what all selected events have: of a kernel and of its site next to
   * nothing.
   */
  @Test
  void oneEventIsSelectedAsOneThatHasAStack() {
    RecordingData data =
        Made.data(
            made -> {
              made.kernel("a", 0, 1, 1, 0, 10 * US);
              made.kernel("b", 0, 1, 2, 100 * US, 10 * US);
              here(made, 1, 1);
            });
    EventTable table = data.table();
    int[] kernels = table.rows(RowKind.KERNEL);
    IItemCollection one = table.collection(new int[] {kernels[0]});
    IItemCollection other = table.collection(new int[] {kernels[1]});

    IItemCollection selected = data.sites().with(table, one);
    assertThat(count(selected)).isEqualTo(1);
    IItem launched = selected.iterator().next().iterator().next();
    assertThat(of(JfrAttributes.EVENT_STACKTRACE, launched).getFrames()).isNotEmpty();
    assertThat(of(JmcAttributes.KERNEL, launched)).isEqualTo("a");
    assertThat(of(JfrAttributes.DURATION, launched))
        .isEqualTo(of(JfrAttributes.DURATION, table.item(kernels[0])));
    assertThat(table.rowsOf(selected)).containsExactly(kernels[0]);
    assertThat(selected.apply(ItemFilters.type(EventTypes.KERNEL_DISPATCH)).hasItems()).isTrue();

    assertThat(data.sites().with(table, other)).isSameAs(other);
    assertThat(count(data.sites().with(table, table.collection(kernels)))).isEqualTo(3);
  }

  @SuppressWarnings("unchecked") // as JMC's own readers of an event's type do
  private static <T> T of(IAccessorFactory<T> attribute, IItem item) {
    return attribute.getAccessor((IType<IItem>) item.getType()).getMember(item);
  }

  /** A graph's, which one call launches. */
  @Test
  void kernelsOfOneCallHaveOneSample() {
    RecordingData data =
        Made.data(
            made -> {
              for (int i = 0; i < 5; i++) {
                made.kernel("a", 0, 1, 1, 100 * US * i, 10 * US);
              }
              here(made, 1, 1);
            });
    EventTable table = data.table();
    int[] kernels = table.rows(RowKind.KERNEL);
    assertThat(kernels).hasSize(5);
    assertThat(count(data.sites().events(table, kernels))).isEqualTo(1);
    assertThat(count(data.sites().of(table, kernels).get(0).sites())).isEqualTo(1);
  }

  private static long count(IItemCollection events) {
    return events.stream().mapToLong(IItemIterable::getItemCount).sum();
  }

  /** Its number rounds to none, its time does not. */
  @Test
  void aSmallPartKeepsItsRow() {
    RecordingData data =
        Made.data(
            made -> {
              for (int id = 1; id <= 40; id++) {
                made.kernel("a", 0, 1, id, 100 * US * id, 10 * US);
              }
              here(made, 1, 1);
              there(made, 2, 100);
            });
    EventTable table = data.table();

    assertThat(data.sites().of(table, table.rows(RowKind.KERNEL)))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.nanos()).isPositive());
  }

  @Test
  void aCallHasItsInnermostFrame() {
    RecordingData data = Made.data(made -> here(made, 7, 1));

    assertThat(data.sites().innermost(7)).contains(".Made.site:");
    assertThat(data.sites().innermost(8)).isNull();
  }

  private static void here(Made made, long id, double weight) {
    made.site(id, weight);
  }

  private static void there(Made made, long id, double weight) {
    made.site(id, weight);
  }

  /** Of the frames that begin below {@link Made}, the first. */
  private static String method(List<String> frames) {
    return frames.stream()
        .filter(frame -> !frame.contains(".Made."))
        .findFirst()
        .orElseThrow()
        .replaceAll(".*\\.(\\w+):\\d+", "$1");
  }
}
