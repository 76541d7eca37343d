// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.RangeNames;
import io.rocjfr.figures.RangeNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;

/**
 * What pages show of random recordings: against figures that are worked out event by event, and
 * against the model as summary fills it with the same events.
 */
class PagesFiguresTest {
  private static final int ROUNDS = 12;

  /** So many messages that differ in numbers stay apart. */
  private static final int ALIKE = 8;

  private static final Set<String> WAITING = Set.of("hipMemcpy", "hipStreamSynchronize");

  private RecordingData data;
  private EventTable table;
  private List<Seen> seen;

  /** The row of each event. */
  private final IdentityHashMap<IItem, Integer> rows = new IdentityHashMap<>();

  @Test
  void pagesShowWhatTheEventsSay() {
    long seed = new Random().nextLong();
    System.out.println("PagesFiguresTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      RandomEvents events = new RandomEvents(random);
      IItemCollection items = Made.items(events);
      data = new RecordingData(items);
      table = data.table();
      seen = Seen.all(items);
      rows.clear();
      for (int row = 0; row < table.size(); row++) {
        rows.put(table.item(row), row);
      }
      assertThat(seen).hasSize(events.size());
      assertThat(table.size()).isEqualTo(events.size());
      for (RowKind kind : List.of(RowKind.KERNEL, RowKind.COPY, RowKind.CALL)) {
        table(data.groups(kind, GroupTable.By.NAME), of(kind), Seen::name);
      }
      table(
          data.groups(RowKind.CALL, GroupTable.By.THREAD),
          of(RowKind.CALL),
          PagesFiguresTest::thread);
      List<Seen> waiting = seen.stream().filter(PagesFiguresTest::waits).toList();
      assertThat(rowsOf(waiting)).isEqualTo(sorted(data.waiting()));
      table(data.waitingByThread(), waiting, PagesFiguresTest::thread);
      gpus(random);
      lanes(random);
      ranges();
      chains(random);
    }
  }

  private List<Seen> of(RowKind kind) {
    return seen.stream().filter(one -> one.kind() == kind).toList();
  }

  private static String thread(Seen one) {
    return "Thread t (" + one.thread() + ")";
  }

  private static boolean waits(Seen one) {
    return one.kind() == RowKind.CALL && WAITING.contains(one.name());
  }

  private Set<Integer> rowsOf(List<Seen> some) {
    return some.stream()
        .map(one -> rows.get(one.item()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Integer> sorted(int[] some) {
    return Arrays.stream(some).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  private void table(List<GroupRow> shown, List<Seen> events, Function<Seen, String> by) {
    Map<String, List<Seen>> groups = events.stream().collect(groupingBy(by));
    assertThat(shown)
        .extracting(GroupRow::key)
        .containsExactlyInAnyOrderElementsOf(groups.keySet());
    assertThat(shown)
        .isSortedAccordingTo(
            (one, other) -> Long.compare(other.times().total(), one.times().total()));
    for (GroupRow row : shown) {
      List<Seen> group = groups.get(row.key());
      assertThat(sorted(row.rows())).as(row.key()).isEqualTo(rowsOf(group));
      times(row, group, Seen.total(events));
      List<Seen> sized = group.stream().filter(one -> one.bytes() >= 0).toList();
      if (group.get(0).kind() == RowKind.COPY) {
        bytes(row, sized);
      }
      assertThat(row.blockedNanos())
          .isEqualTo(Seen.total(group.stream().filter(PagesFiguresTest::waits).toList()));
    }
  }

  private static void times(GroupRow row, List<Seen> group, long total) {
    List<Seen> timed = group.stream().filter(Seen::timed).toList();
    Distribution summary = new Distribution();
    group.forEach(
        one -> {
          if (one.timed()) {
            summary.add(one.nanos());
          } else {
            summary.addUntimed();
          }
        });
    Distribution shown = row.times();
    assertThat(shown.count()).isEqualTo(summary.count()).isEqualTo(group.size());
    assertThat(shown.timedCount()).isEqualTo(summary.timedCount()).isEqualTo(timed.size());
    assertThat(shown.total()).isEqualTo(summary.total()).isEqualTo(Seen.total(group));
    if (timed.isEmpty()) {
      assertThat(row.share()).isNaN();
      return;
    }
    assertThat(row.share()).isCloseTo((double) Seen.total(group) / total, within(1e-9));
    assertThat(shown.average()).isEqualTo(Math.round((double) Seen.total(timed) / timed.size()));
    assertThat(shown.max()).isEqualTo(Seen.percentile(timed, 100));
    for (int percentage : new int[] {50, 99}) {
      long exact = Seen.percentile(timed, percentage);
      assertThat(shown.percentile(percentage))
          .isEqualTo(summary.percentile(percentage))
          .isCloseTo(exact, within(exact / 1000 + 1));
    }
  }

  private static void bytes(GroupRow row, List<Seen> sized) {
    long bytes = sized.stream().mapToLong(Seen::bytes).sum();
    List<Seen> both = sized.stream().filter(Seen::timed).toList();
    assertThat(row.bytes()).isEqualTo(bytes);
    assertThat(row.averageBytes()).isEqualTo(sized.isEmpty() ? -1 : bytes / sized.size());
    if (both.isEmpty()) {
      assertThat(row.bandwidth()).isNaN();
    } else {
      assertThat(row.bandwidth())
          .isEqualTo(both.stream().mapToLong(Seen::bytes).sum() * 1e9 / Seen.total(both));
    }
  }

  private void gpus(Random random) {
    Map<GpuKey, List<Seen>> works =
        seen.stream()
            .filter(one -> one.kind().isWork())
            .collect(groupingBy(Seen::gpu, TreeMap::new, Collectors.toList()));
    assertThat(data.gpus()).extracting(GpuFigures::gpu).containsExactlyElementsOf(works.keySet());
    for (GpuFigures gpu : data.gpus()) {
      List<Seen> all = works.get(gpu.gpu());
      List<Seen> timed = all.stream().filter(Seen::timed).toList();
      GpuUse summary = new GpuUse();
      all.forEach(one -> add(summary, one));
      GpuUse shown = gpu.use();
      assertThat(shown.busyNanos()).isEqualTo(summary.busyNanos()).isEqualTo(Seen.union(timed));
      assertThat(shown.kernelNanos())
          .isEqualTo(summary.kernelNanos())
          .isEqualTo(
              Seen.union(timed.stream().filter(one -> one.kind() == RowKind.KERNEL).toList()));
      assertThat(shown.copyNanos())
          .isEqualTo(summary.copyNanos())
          .isEqualTo(Seen.union(timed.stream().filter(one -> one.kind() == RowKind.COPY).toList()));
      assertThat(shown.dispatches() + shown.copies()).isEqualTo(all.size());
      assertThat(shown.dispatches()).isEqualTo(summary.dispatches());
      assertThat(shown.untimed()).isEqualTo(all.size() - timed.size());
      assertThat(shown.isUntimed()).isEqualTo(timed.isEmpty());
      assertThat(shown.isKernelTimeUnknown()).isEqualTo(summary.isKernelTimeUnknown());
      assertThat(shown.isCopyTimeUnknown()).isEqualTo(summary.isCopyTimeUnknown());
      assertThat(shown.copiedBytes())
          .isEqualTo(summary.copiedBytes())
          .isEqualTo(
              all.stream()
                  .filter(one -> one.kind() == RowKind.COPY)
                  .mapToLong(one -> Math.max(0, one.bytes()))
                  .sum());
      long[] part = part(random);
      assertThat(gpu.busy(part[0], part[1])).isEqualTo(Seen.union(timed, part[0], part[1]));
    }
  }

  private static void add(GpuUse use, Seen one) {
    if (one.kind() == RowKind.KERNEL) {
      if (one.timed()) {
        use.addDispatch(one.queue(), one.begin(), one.end());
      } else {
        use.addUntimedDispatch(one.queue());
      }
    } else if (one.timed()) {
      use.addCopy(one.bytes(), one.begin(), one.end());
    } else {
      use.addUntimedCopy(one.bytes());
    }
  }

  /** Some time of the recording. */
  private long[] part(Random random) {
    long one = any(random).begin() - 5 + random.nextInt(10);
    long other = any(random).end() - 5 + random.nextInt(10);
    return new long[] {Math.min(one, other), Math.max(one, other)};
  }

  private Seen any(Random random) {
    return seen.get(random.nextInt(seen.size()));
  }

  private void lanes(Random random) {
    TreeSet<Integer> shown = new TreeSet<>();
    for (TimelineGroup group : data.groups()) {
      for (Lane lane : group.lanes()) {
        LaneKey key = lane.key();
        List<Seen> own =
            seen.stream()
                .filter(
                    one ->
                        one.kind() == key.kind()
                            && one.queue() == key.queue()
                            && one.thread() == key.actor()
                            && one.depth() == key.depth()
                            && one.startStop() == key.startStop()
                            && (one.gpu() == null || one.gpu().equals(key.gpu())))
                .toList();
        assertThat(group.name())
            .isEqualTo(key.gpu() == null ? thread(own.get(0)) : key.gpu().label());
        assertThat(sorted(lane.rows())).isEqualTo(rowsOf(own));
        shown.addAll(rowsOf(own));
        long[] part = part(random);
        assertThat(lane.busy(part[0], part[1])).isEqualTo(Seen.union(own, part[0], part[1]));
      }
    }
    assertThat(shown).hasSize(seen.size());
  }

  private void ranges() {
    RangeForest summary = new RangeForest();
    List<Seen> nested = new ArrayList<>();
    List<Seen> startStop = new ArrayList<>();
    for (Seen one : of(RowKind.RANGE)) {
      if (one.startStop()) {
        startStop.add(one);
        summary.addStartStop(one.name(), one.nanos());
      } else {
        nested.add(one);
        summary.addNested(one.name(), one.thread(), one.depth(), one.begin(), one.end());
      }
    }
    summary.endOfFile();
    RangeForest shown = data.ranges();
    List<Seen> outermost = nested.stream().filter(one -> one.depth() == 0).toList();
    nodes(shown.nested(), summary.nested(), outermost, nested);
    nodes(shown.startStop(), summary.startStop(), startStop, List.of());
    assertThat(shown.uncertain()).isEqualTo(summary.uncertain()).isZero();
    for (RangeRow row : RangeRow.outermost(shown)) {
      double share =
          (double) row.node().times().total() / Seen.total(row.startStop() ? startStop : outermost);
      assertThat(row.share()).isCloseTo(share, within(1e-9));
    }
  }

  /** Compares what is below a node with these ranges, within which are some of the others. */
  private void nodes(RangeNode shown, RangeNode summary, List<Seen> expected, List<Seen> all) {
    Map<String, List<Seen>> folded = folded(expected);
    assertThat(shown.children().keySet()).isEqualTo(folded.keySet());
    assertThat(summary.children().keySet()).isEqualTo(folded.keySet());
    folded.forEach(
        (message, own) -> {
          RangeNode node = shown.children().get(message);
          RangeNode of = summary.children().get(message);
          assertThat(node.times().count()).isEqualTo(of.times().count()).isEqualTo(own.size());
          assertThat(node.times().total()).isEqualTo(of.times().total()).isEqualTo(Seen.total(own));
          assertThat(node.times().max()).isEqualTo(of.times().max());
          assertThat(sorted(node.instances())).isEqualTo(rowsOf(own));
          List<Seen> work = work(call -> own.stream().anyMatch(range -> isWithin(call, range)));
          assertThat(node.works()).as(message).isEqualTo(work.size());
          assertThat(node.gpuNanos())
              .as(message)
              .isEqualTo(Seen.union(work.stream().filter(Seen::timed).toList()));
          List<Seen> inner =
              all.stream()
                  .filter(
                      one ->
                          own.stream()
                              .anyMatch(
                                  range ->
                                      isWithin(one, range) && one.depth() == range.depth() + 1))
                  .toList();
          nodes(node, of, inner, all);
        });
  }

  private static boolean isWithin(Seen one, Seen range) {
    return one.thread() == range.thread() && range.holds(one.begin());
  }

  /** What calls submitted. */
  private List<Seen> work(Predicate<Seen> calls) {
    Set<Long> ids =
        of(RowKind.CALL).stream().filter(calls).map(Seen::id).collect(Collectors.toSet());
    return seen.stream().filter(one -> one.kind().isWork() && ids.contains(one.id())).toList();
  }

  private static Map<String, List<Seen>> folded(List<Seen> ranges) {
    Map<String, List<Seen>> alike =
        ranges.stream().collect(groupingBy(one -> RangeNames.folded(one.name())));
    return ranges.stream()
        .collect(
            groupingBy(
                one -> {
                  String folded = RangeNames.folded(one.name());
                  boolean many =
                      alike.get(folded).stream().map(Seen::name).distinct().count() > ALIKE;
                  return many ? folded : one.name();
                }));
  }

  private void chains(Random random) {
    List<Seen> some = Stream.generate(() -> any(random)).limit(20).toList();
    Set<Integer> all = new TreeSet<>();
    for (Seen one : some) {
      Set<Integer> chain = chain(one);
      assertThat(sorted(data.chains().of(rows.get(one.item())))).isEqualTo(chain);
      all.addAll(chain);
    }
    int[] asked = rowsOf(some).stream().mapToInt(Integer::intValue).toArray();
    assertThat(sorted(data.chains().of(asked))).isEqualTo(all);
    assertThat(table.rowsOf(table.collection(asked))).isEqualTo(asked);
  }

  private Set<Integer> chain(Seen one) {
    List<Seen> chain = new ArrayList<>(List.of(one));
    if (one.kind() == RowKind.RANGE) {
      of(RowKind.CALL).stream().filter(call -> isWithin(call, one)).forEach(chain::add);
      chain.addAll(work(call -> isWithin(call, one)));
      return rowsOf(chain);
    }
    of(RowKind.CALL).stream().filter(call -> call.id() == one.id()).forEach(chain::add);
    List<Seen> calls =
        chain.stream().filter(call -> call.kind() == RowKind.CALL).distinct().toList();
    of(RowKind.RANGE).stream()
        .filter(range -> calls.stream().anyMatch(call -> isWithin(call, range)))
        .forEach(chain::add);
    if (one.kind() == RowKind.CALL) {
      chain.addAll(work(call -> call.id() == one.id()));
    }
    return rowsOf(chain);
  }
}
