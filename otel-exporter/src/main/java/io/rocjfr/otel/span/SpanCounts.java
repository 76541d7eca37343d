// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of every activity. At any time {@code produced = exported + dropped + saved +
 * waiting}, where what waits is in memory or with the exporter; after the end nothing waits. A
 * burst of many activities saves all spans but one. Safe for any thread.
 */
public final class SpanCounts {
  private final LongAdder produced = new LongAdder();
  private final LongAdder exported = new LongAdder();
  private final LongAdder saved = new LongAdder();
  private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

  /** All zero. */
  public SpanCounts() {
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason, new LongAdder());
    }
  }

  /** Activities have come. */
  void produced(int count) {
    produced.add(count);
  }

  /** The exporter said that it exported so many. */
  public void exported(long count) {
    exported.add(count);
  }

  /** So many activities have no span of their own. */
  void saved(long count) {
    saved.add(count);
  }

  /** So many are not exported. */
  public void dropped(DropReason reason, long count) {
    dropped.get(reason).add(count);
  }

  /** Activities have come that are not looked at. */
  public void lost(DropReason reason, int count) {
    produced(count);
    dropped(reason, count);
  }

  /** The activities that there were. */
  public long produced() {
    return produced.sum();
  }

  /** The spans that were exported. */
  public long exported() {
    return exported.sum();
  }

  /** The activities that are part of a burst's span, less one for each burst. */
  public long saved() {
    return saved.sum();
  }

  public long dropped(DropReason reason) {
    return dropped.get(reason).sum();
  }

  /** For all reasons. */
  public long dropped() {
    return dropped.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /**
   * All of them at one moment. An activity counts as produced first, and that number is read last.
   * So activities that are neither exported nor dropped are waiting.
   */
  public Snapshot snapshot() {
    long sent = exported();
    Map<DropReason, Long> lost = new EnumMap<>(DropReason.class);
    dropped.forEach((reason, count) -> lost.put(reason, count.sum()));
    long spared = saved();
    long gone = sent + spared + lost.values().stream().mapToLong(Long::longValue).sum();
    long all = produced();
    return new Snapshot(all, sent, lost, spared, all - gone);
  }

  /**
   * What had become of every activity at one moment.
   *
   * @param produced the activities that there were
   * @param exported the spans that the exporter said it exported
   * @param dropped activities that are not exported, for each reason
   * @param saved activities that are part of a burst's span, less one for each burst
   * @param waiting those whose fate is not decided: in a table, in the queue, with the exporter
   */
  public record Snapshot(
      long produced, long exported, Map<DropReason, Long> dropped, long saved, long waiting) {}

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("produced=").append(produced()).append(" exported=").append(exported());
    for (DropReason reason : DropReason.values()) {
      text.append(' ').append(reason.label()).append('=').append(dropped(reason));
    }
    return text.append(" saved=").append(saved()).toString();
  }
}
