// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.RangeNode;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.QuantityRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** What the pages of a recording share, on events that the agent's classes made. */
class RecordingDataTest {
  private static final long US = 1000;

  /** Two steps of a thread: in each a launch and, in its forward, another; one copy outside. */
  private final RecordingData data =
      Made.data(
          made -> {
            made.status("on", 2);
            for (int step = 0; step < 10; step++) {
              long at = 100 * US * step;
              made.range("forward", 7, 1, at + 10 * US, 40 * US);
              made.range("step " + step, 7, 0, at, 90 * US);
              made.call("hipModuleLaunchKernel", 7, 2 * step + 1, at + 20 * US, 2 * US);
              made.kernel("a", 0, 2, 2 * step + 1, at + 120 * US, 20 * US);
              made.call("hipModuleLaunchKernel", 7, 2 * step + 2, at + 70 * US, 2 * US);
              made.kernel("b", 0, 1, 2 * step + 2, at + 130 * US, 20 * US);
            }
            made.range("forward", 8, 0, 0, 40 * US);
            made.call("hipMemcpy", 9, 99, 2000 * US, 10 * US);
            made.copy(4096, 99, 2001 * US, 8 * US);
          });

  private final EventTable table = data.table();

  @Test
  void lanesStandInGroupsAndAGpuWithoutWorkHasOne() {
    assertThat(data.groups())
        .extracting(
            group ->
                group.name()
                    + group.lanes().stream()
                        .map(lane -> lane.key().label() + "=" + lane.size())
                        .toList())
        .containsExactly(
            "GPU 0[queue 0: copies=1, queue 1: kernels=10, queue 2: kernels=10]",
            "GPU 1[]",
            "Thread t (7)[ranges, depth 0=10, ranges, depth 1=10, calls=20]",
            "Thread t (8)[ranges, depth 0=1]",
            "Thread t (9)[calls=1]");
  }

  /**
   * JMC 9.0 to 10 give one of these twice and lose another, as two meet at one instant: in nearly
   * all recordings, for they are ticks that are converted.
   */
  @Test
  void eventsThatJmcGivesTwiceAreRowsOnce() {
    IItemCollection items = Made.items(RecordingDataTest::someThatMeet);
    for (int again = 0; count(items) != 7 && again < 100; again++) {
      items = Made.items(RecordingDataTest::someThatMeet);
    }
    assertThat(count(items)).isEqualTo(7);
    EventTable once = EventTable.read(items);
    assertThat(IntStream.range(0, once.size()).mapToObj(once::item))
        .hasSize(5)
        .doesNotHaveDuplicates();
  }

  private static void someThatMeet(Made made) {
    long[][] times = {{2, 7}, {2, 8}, {5, 14}, {5, 8}, {8, 9}, {8, 10}};
    for (long[] one : times) {
      made.kernel("k", 0, 1, one[1], one[0] * 1000 * US, (one[1] - one[0]) * 1000 * US);
    }
  }

  private static long count(IItemCollection items) {
    return items.stream().mapToLong(IItemIterable::getItemCount).sum();
  }

  /** In whatever order JMC has read them, which differs between recordings of the same. */
  @Test
  void aKernelBelongsToItsCallAndWhatIsAroundThat() {
    int kernel = row(RowKind.KERNEL, "a", 3);
    assertThat(names(data.chains().of(kernel)))
        .containsExactlyInAnyOrder("a", "hipModuleLaunchKernel", "step 3", "forward");
  }

  @Test
  void aRangeHoldsTheCallsOfItsThreadAndTheirWorkThatRanLater() {
    assertThat(names(data.chains().of(row(RowKind.RANGE, "step 4", 0))))
        .containsExactlyInAnyOrder(
            "a", "b", "hipModuleLaunchKernel", "hipModuleLaunchKernel", "step 4");
    int forward = row(RowKind.RANGE, "forward", 4);
    assertThat(names(data.chains().of(forward)))
        .containsExactlyInAnyOrder("a", "hipModuleLaunchKernel", "forward");
  }

  @Test
  void aSpanHoldsAllThatHasItsId() {
    RecordingData spans =
        Made.data(
            made -> {
              made.span(0xf00000000000000aL);
              made.span(7);
              made.within(0xf00000000000000aL);
              made.call("hipLaunchKernel", 7, 1, 0, 10 * US);
              made.kernel("a", 0, 0, 1, 20 * US, 10 * US);
              made.within(7);
              made.call("hipMalloc", 7, 2, 40 * US, 10 * US);
              made.within(0);
              made.call("hipFree", 7, 3, 60 * US, 10 * US);
            });
    int span =
        IntStream.of(spans.table().rows(RowKind.SPAN))
            .filter(row -> spans.table().name(row).equals("f00000000000000a"))
            .findFirst()
            .orElseThrow();
    assertThat(Arrays.stream(spans.chains().of(span)).mapToObj(spans.table()::name))
        .containsExactlyInAnyOrder("a", "hipLaunchKernel", "f00000000000000a");
    int kernel = spans.table().rows(RowKind.KERNEL)[0];
    assertThat(spans.chains().of(kernel)).as("and back").contains(span);
    assertThat(spans.groups().get(1).lanes())
        .as("on the thread that told it, which made no calls here")
        .extracting(lane -> lane.key().label() + "=" + lane.size())
        .containsExactly("spans=2");
  }

  @Test
  void aRowOfTheTreeMeansItsRangesAndNotAllOfTheirName() {
    RangeNode steps = data.ranges().nested().children().get("step #");
    RangeNode inside = steps.children().get("forward");
    RangeNode outside = data.ranges().nested().children().get("forward");
    assertThat(steps.times().count()).isEqualTo(10);
    assertThat(names(steps.instances())).contains("step 0", "step 9").hasSize(10);
    assertThat(names(inside.instances())).hasSize(10).containsOnly("forward");
    assertThat(inside.instances()).doesNotContain(outside.instances());
    assertThat(names(outside.instances())).containsExactly("forward");
    assertThat(inside.works()).isEqualTo(10);
    assertThat(steps.works()).isEqualTo(20);
    List<RangeRow> rows = RangeRow.outermost(data.ranges());
    double share =
        (double) steps.times().total() / (steps.times().total() + outside.times().total());
    assertThat(rows.get(0).share()).isCloseTo(share, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(rows.get(0).matches("forw")).isTrue();
    assertThat(rows.get(0).matches("backward")).isFalse();
  }

  /** As in summary: what overlaps the others is no part of their time. */
  @Test
  void sharesOfStartStopRangesAreOfTheirs() {
    RecordingData ranges =
        Made.data(
            made -> {
              made.range("step", 7, 0, 0, 600 * US);
              made.startStop("epoch", 7, 1, 0, 300 * US);
              made.startStop("load", 7, 2, 0, 100 * US);
            });
    assertThat(RangeRow.outermost(ranges.ranges()))
        .extracting(row -> row.name() + " " + Math.round(100 * row.share()))
        .containsExactlyInAnyOrder("step 100", "epoch (start/stop) 75", "load (start/stop) 25");
  }

  @Test
  void busyTimeIsTheUnion() {
    GpuUse gpu = data.gpus().get(0).use();
    long pair = 30 * US; // a from 120, b from 130, 20 each
    double nanos = (double) table.nanos(row(RowKind.KERNEL, "a", 0)) / (20 * US);
    assertThat((double) gpu.kernelNanos())
        .isCloseTo(10 * pair * nanos, org.assertj.core.data.Offset.offset(20.0));
    assertThat(gpu.busyNanos()).isEqualTo(gpu.kernelNanos() + gpu.copyNanos());
    assertThat(gpu.copiedBytes()).isEqualTo(4096);
    assertThat(data.gpus().get(1).use().busyNanos()).isZero();
  }

  @Test
  void tablesHaveTheFiguresOfTheirEvents() {
    List<GroupRow> calls = data.groups(RowKind.CALL, GroupTable.By.NAME);
    assertThat(calls)
        .extracting(row -> row.key() + "=" + row.times().count())
        .containsExactly("hipModuleLaunchKernel=20", "hipMemcpy=1");
    assertThat(calls.get(1).blockedNanos())
        .as("a copy that blocks is waiting")
        .isEqualTo(calls.get(1).times().total());
    assertThat(calls.get(0).blockedNanos()).isZero();
    GroupRow copies = data.groups(RowKind.COPY, GroupTable.By.NAME).get(0);
    assertThat(copies.averageBytes()).isEqualTo(4096);
    assertThat(copies.bandwidth()).isEqualTo(4096 * 1e9 / copies.times().total());
    assertThat(data.groups(RowKind.CALL, GroupTable.By.THREAD))
        .extracting(GroupRow::key)
        .containsExactly("Thread t (7)", "Thread t (9)");
  }

  @Test
  void tablesAreWorkedOutOnce() {
    assertThat(data.groups(RowKind.KERNEL, GroupTable.By.NAME))
        .isSameAs(data.groups(RowKind.KERNEL, GroupTable.By.NAME));
    assertThat(data.ranges()).isSameAs(data.ranges());
    IItemCollection items = Made.items(made -> made.kernel("k", 0, 0, 1, 0, 10));
    AtomicInteger reads = new AtomicInteger();
    Object recording = new Object();
    RecordingData first = of(recording, () -> count(items, reads));
    assertThat(of(recording, () -> count(items, reads))).isSameAs(first);
    assertThat(reads).hasValue(1);
  }

  @Test
  void allIsGivenBackWhenTheRecordingIsClosed() {
    IItemCollection items = Made.items(made -> made.kernel("k", 0, 0, 1, 0, 10));
    Object[] recording = {new Object()};
    WeakReference<RecordingData> kept = new WeakReference<>(of(recording[0], () -> items));
    System.gc();
    assertThat(kept.get()).isNotNull();
    assertThat(recording[0]).isNotNull();
    recording[0] = null;
    List<byte[]> memory = new ArrayList<>();
    // As many as it takes until the collector has looked; the map is cleaned when it is asked.
    while (kept.get() != null && memory.size() < 100) {
      memory.add(new byte[1000]);
      System.gc();
      RecordingData.open();
    }
    assertThat(kept.get()).isNull();
  }

  @Test
  void allIsGivenBackWhenTheRecordingIsClosedThoughItIsKept() {
    IItemCollection items = Made.items(made -> made.kernel("k", 0, 0, 1, 0, 10));
    Object recording = new Object();
    RecordingData page = of(recording, () -> items);
    page.groups(RowKind.KERNEL, GroupTable.By.NAME);
    WeakReference<EventTable> kept = new WeakReference<>(page.table());
    RecordingData.close(recording);
    for (int i = 0; kept.get() != null && i < 100; i++) {
      System.gc();
    }
    assertThat(kept.get()).isNull();
    assertThat(of(recording, () -> items)).as("opened again").isNotSameAs(page);
    RecordingData.close(new Object());
  }

  @Test
  void aBlankMessageIsNoneAsInSummary() {
    RecordingData blank = Made.data(made -> made.range(" ", 7, 0, 0, 10));
    assertThat(blank.table().name(0)).isEqualTo("(no message)");
  }

  /** What a page has begun ends after its recording was closed, perhaps on another thread. */
  @Test
  void whoComesAfterTheCloseFindsNothing() {
    Object recording = new Object();
    IItemCollection items =
        Made.items(
            made -> {
              made.status("on", 1);
              made.range("step", 7, 0, 0, 90 * US);
              made.call("hipModuleLaunchKernel", 7, 1, 10 * US, 5 * US);
              made.kernel("k", 0, 0, 1, 20 * US, 10 * US);
            });
    RecordingData late = of(recording, () -> items);
    int[] rows = late.table().rows(RowKind.KERNEL);
    IItemCollection selected = late.table().collection(rows);
    RecordingData.close(recording);

    assertThat(late.table().rowsOf(selected)).isEmpty();
    assertThat(late.table().rows(RowKind.KERNEL)).isEmpty();
    assertThat(late.table().collection(rows).hasItems()).isFalse();
    assertThat(late.chains().of(rows)).isEmpty();
    assertThat(late.chains().of(rows[0], rows[0])).isEmpty();
    assertThat(late.gpus()).isEmpty();
    assertThat(late.groups()).isEmpty();
    assertThat(late.telemetry()).isEmpty();
    assertThat(late.sites().isEmpty()).isTrue();
    assertThat(late.sites().events(late.table(), rows).hasItems()).isFalse();
    assertThat(late.sites().of(late.table(), rows)).isEmpty();
    assertThat(late.recorded().nanos()).isZero();
    assertThat(late.groups(RowKind.KERNEL, GroupTable.By.NAME)).isEmpty();
    assertThat(GroupTable.of(late.table(), rows, GroupTable.By.NAME)).isEmpty();
    assertThat(late.waiting()).isEmpty();
    assertThat(late.waitingByThread()).isEmpty();
    assertThat(RangeRow.outermost(late.ranges())).isEmpty();
    assertThat(late.ranks().first(RowKind.KERNEL)).isEmpty();
    assertThat(Excerpt.first(late.table(), rows, 10)).isEmpty();
    assertThat(new Descriptions(late, 0).of(rows[0])).isEmpty();
  }

  /** Nor does a close wait for what is being worked out: it is JMC's own thread. */
  @Test
  void whatIsWorkedOutWhileTheRecordingIsClosedIsNotKept() {
    IItemCollection items = Made.items(made -> made.kernel("k", 0, 0, 1, 0, 10));
    Object recording = new Object();
    RecordingData late = of(recording, () -> items);
    List<WeakReference<Object>> made = new ArrayList<>();
    Supplier<Object> answer =
        () -> {
          Object value = new Object();
          made.add(new WeakReference<>(value));
          return value;
        };
    Object value =
        late.once(
            "meanwhile",
            () -> {
              Thread closing = new Thread(() -> RecordingData.close(recording));
              closing.start();
              try {
                closing.join();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              return answer.get();
            });
    assertThat(value).isSameAs(made.get(0).get());
    value = null;
    assertThat(late.once("later", answer)).isSameAs(made.get(1).get());
    for (int i = 0; made.stream().anyMatch(one -> one.get() != null) && i < 100; i++) {
      System.gc();
    }
    assertThat(made).allMatch(one -> one.get() == null);
  }

  @Test
  void descriptionsSayTheNameFirst() {
    Descriptions descriptions =
        new Descriptions(data, table.begin(row(RowKind.RANGE, "step 0", 0)));
    String kernel = descriptions.of(row(RowKind.KERNEL, "a", 0));
    assertThat(kernel).startsWith("a\nKernel of ").contains("GPU 0, queue 2", "Submitted by hipM");
    assertThat(kernel).doesNotContain("B/s", "-1");
    assertThat(descriptions.of(row(RowKind.COPY, "HostToDevice", 0))).contains("4.00 KiB, ");
    assertThat(descriptions.of(row(RowKind.RANGE, "step 1", 0)))
        .contains("Within it: 2 calls, which submitted 2 kernels and copies");
  }

  @Test
  void theCallsThatWaitAreThoseThatSynchroniseAndCopiesThatBlock() {
    RecordingData waits =
        Made.data(
            made -> {
              made.call("hipStreamSynchronize", 1, 1, 0, 10 * US);
              made.call("hipMemcpy", 2, 2, 0, 30 * US);
              made.call("hipMemcpyAsync", 2, 3, 40 * US, 10 * US);
              made.kernel("k", 0, 0, 3, 0, 10 * US);
            });
    assertThat(Arrays.stream(waits.waiting()).mapToObj(waits.table()::name))
        .containsExactlyInAnyOrder("hipStreamSynchronize", "hipMemcpy");
    assertThat(waits.waitingByThread())
        .extracting(row -> row.key() + "=" + row.times().count())
        .containsExactly("Thread t (2)=1", "Thread t (1)=1");
    assertThat(waits.waitingByThread()).isSameAs(waits.waitingByThread());
  }

  @Test
  void aThreadsLineSaysWhatItMadeAndThatJmcsPageOfThreadsLacksIt() {
    assertThat(data.groups().get(2).about())
        .isEqualTo(
            "20 calls, 20 ranges: the GPU calls of this thread are here, not on JMC's Threads"
                + " page");
    assertThat(data.groups().get(3).about()).isEqualTo("1 range");
  }

  @Test
  void aggregatesAreWorkedOutOnce() {
    IItemCollection items = Made.items(made -> made.kernel("k", 0, 0, 1, 0, 10));
    RecordingData shared = new RecordingData(items);
    IQuantity first = RulesToolkit.getEarliestStartTime(new KeptAggregates(items, shared));
    assertThat(first).isEqualTo(RulesToolkit.getEarliestStartTime(items));
    assertThat(RulesToolkit.getEarliestStartTime(new KeptAggregates(items, shared)))
        .isSameAs(first);
    assertThat(RulesToolkit.getLatestEndTime(new KeptAggregates(items, shared)))
        .isEqualTo(RulesToolkit.getLatestEndTime(items));
    IItemCollection none = new KeptAggregates(items, shared).apply(ItemFilters.type("none"));
    assertThat(RulesToolkit.getEarliestStartTime(none)).isNull();
  }

  @Test
  void excerptsAreTheFirstOrTheLongest() {
    int[] calls = table.rows(RowKind.CALL);
    int[] first = Excerpt.first(table, calls, 3);
    assertThat(first)
        .containsExactly(sortedByBegin(calls)[0], sortedByBegin(calls)[1], sortedByBegin(calls)[2]);
    assertThat(Excerpt.first(table, new int[] {calls[0], calls[0], calls[0]}, 2))
        .containsExactly(calls[0], calls[0]);
    assertThat(names(Excerpt.longest(table, calls, 1))).containsExactly("hipMemcpy");
    assertThat(Excerpt.longest(table, calls, 100)).isEqualTo(calls);
  }

  @Test
  void rowsOfEventsAreFoundAgain() {
    int[] some = {1, 5, 12};
    assertThat(table.rowsOf(table.collection(some))).isEqualTo(some);
    int[] all = IntStream.range(0, table.size()).toArray();
    assertThat(table.rowsOf(table.collection(all))).isEqualTo(all);
    assertThat(table.rowsOf(Made.items(made -> made.kernel("a", 0, 0, 1, 0, 10)))).isEmpty();
  }

  @Test
  void eventsThatBeginAtOneMomentAreFoundAgain() {
    EventTable crowded =
        EventTable.read(
            Made.items(
                made -> {
                  for (int i = 0; i < 50; i++) {
                    made.kernel("k", 0, i, i + 1, 1000, 10);
                  }
                }));
    int[] some = {3, 30, 41};
    assertThat(crowded.size()).isEqualTo(50);
    assertThat(crowded.rowsOf(crowded.collection(some))).isEqualTo(some);
    int[] backwards = IntStream.range(0, 50).map(i -> 49 - i).toArray();
    int[] all = IntStream.range(0, 50).toArray();
    assertThat(crowded.rowsOf(crowded.collection(backwards))).isEqualTo(all);
    assertThat(crowded.rowsOf(crowded.collection(new int[] {7, 7, 40, 40}))).containsExactly(7, 40);
  }

  @Test
  void aFewEventsAreFoundWithoutLookingAtAll() {
    int size = 20_000;
    EventTable large =
        EventTable.read(
            Made.items(
                made -> {
                  for (int i = 0; i < size; i++) {
                    made.kernel("k", 0, 1, i + 1, 1000L * i, 10);
                  }
                }));
    RowFinder finder = new RowFinder(large);
    int[] some = {17, 9_000, 19_999};
    assertThat(finder.of(large.collection(some))).isEqualTo(some);
    assertThat(finder.steps()).isLessThan(20);
    int[] all = IntStream.range(0, size).toArray();
    assertThat(finder.of(large.collection(all))).isEqualTo(all);
    assertThat(finder.steps()).isLessThan(3L * size);
  }

  /** Without a file, of a range without events. */
  private static RecordingData of(Object recording, Supplier<IItemCollection> items) {
    return RecordingData.of(
        recording, items, null, QuantityRange.createPoint(UnitLookup.EPOCH_NS.quantity(0)));
  }

  private static IItemCollection count(IItemCollection items, AtomicInteger reads) {
    reads.incrementAndGet();
    return items;
  }

  private int row(RowKind kind, String name, int place) {
    return IntStream.of(table.rows(kind))
        .filter(row -> table.name(row).equals(name))
        .filter(row -> kind != RowKind.RANGE || table.lane(row).key().actor() == 7)
        .boxed()
        .sorted(java.util.Comparator.comparingLong(table::begin))
        .skip(place)
        .findFirst()
        .orElseThrow();
  }

  private int[] sortedByBegin(int[] rows) {
    int[] sorted = rows.clone();
    table.sortByBegin(sorted);
    return sorted;
  }

  private List<String> names(int[] rows) {
    return Arrays.stream(rows).mapToObj(table::name).toList();
  }
}
