// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.SpanContextEvent;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

/**
 * Commits which trace a span belongs to, in each chunk that holds an event with the span's id as
 * external id. On the drain thread, but for the sources.
 *
 * <p>The answers of sources are kept, because work may end long after its span and in another
 * chunk. The number of spans is fixed. A new one replaces the least recently used one of its set.
 * If no source knows an id, it is asked for again, because a source may know it later. This happens
 * once in each round of the drain, and for each thread that comes with the id.
 *
 * <p>The moment at which JFR changes from one chunk to the next is unknown. It is between the hook
 * at the end of a chunk and the one at the begin of the next. A span's context may be in another
 * chunk than its event. So contexts of that time are committed again when the new chunk has begun.
 */
final class SpanContextEvents {
  private static final int WAYS = 4;
  private static final int SETS = 1 << 14;
  private static final long UNKNOWN = -1;

  /** Those of the W3C trace context, and two that OTLP has beside them. */
  private static final long ALL_FLAGS = 0x3FF;

  private static final int ID = 0;

  /** Of an unknown one: the thread that it was asked for. */
  private static final int HIGH = 1;

  /** Of an unknown one: the round in which it was asked for. */
  private static final int LOW = 2;

  private static final int FLAGS = 3;
  private static final int PERIOD = 4;

  /** The round in which an event with it was committed last. */
  private static final int USED = 5;

  private static final int WORDS = 6;

  /** Null until it is needed: an event's class initialises JFR. */
  private SpanContextEvent event;

  private final long[] question = new long[5];

  /**
   * Replaced, never changed. Weak: the copy of the API that a source came by keeps it, so that it
   * goes with the application that brought both.
   */
  private volatile List<WeakReference<Predicate<long[]>>> sources = List.of();

  /** By set and way; null until there is a source. */
  private long[] spans;

  /** Grows at the end of a chunk. */
  private long period = 1;

  /** What was first committed in this period or later may be missing in the chunk that begins. */
  private long uncertain = 1;

  /** Grows with each round of the drain. */
  private long round;

  /** Any thread, like the next one. */
  synchronized void add(Predicate<long[]> source) {
    List<WeakReference<Predicate<long[]>>> more = new ArrayList<>(sources);
    more.removeIf(gone -> gone.get() == null);
    more.add(new WeakReference<>(source));
    sources = List.copyOf(more);
  }

  synchronized void remove(Predicate<long[]> source) {
    sources =
        sources.stream().filter(other -> other.get() != source && other.get() != null).toList();
  }

  /** An event with this external id, not 0, is about to be committed. */
  void beforeEvent(long id, long javaThreadId) {
    if (spans == null) {
      if (sources.isEmpty()) {
        return;
      }
      spans = new long[SETS * WAYS * WORDS];
    }
    if (event == null) {
      event = new SpanContextEvent();
    }
    if (!event.isEnabled()) {
      return;
    }
    int set = (int) ((id * 0x9E3779B97F4A7C15L) >>> 50) * WAYS * WORDS;
    for (int at = set; at < set + WAYS * WORDS; at += WORDS) {
      if (spans[at + ID] == id) {
        spans[at + USED] = round;
        if (spans[at + FLAGS] == UNKNOWN) {
          if (spans[at + LOW] != round || spans[at + HIGH] != javaThreadId) {
            ask(at, id, javaThreadId); // it may be a span's that was not found before
            spans[at + PERIOD] = period;
            commit(at);
          }
        } else if (spans[at + PERIOD] != period) {
          spans[at + PERIOD] = period;
          commit(at);
        }
        return;
      }
    }
    int at = oldest(set);
    spans[at + ID] = id;
    spans[at + USED] = round;
    spans[at + PERIOD] = period;
    ask(at, id, javaThreadId);
    commit(at);
  }

  /** A free place of the set, or that of the one which was used longest ago. */
  private int oldest(int set) {
    int oldest = set;
    for (int at = set; at < set + WAYS * WORDS; at += WORDS) {
      if (spans[at + ID] == 0) {
        return at;
      }
      if (spans[at + USED] < spans[oldest + USED]) {
        oldest = at;
      }
    }
    return oldest;
  }

  private void ask(int at, long id, long javaThreadId) {
    spans[at + FLAGS] = UNKNOWN;
    spans[at + HIGH] = javaThreadId;
    spans[at + LOW] = round;
    for (WeakReference<Predicate<long[]>> reference : sources) {
      Predicate<long[]> source = reference.get();
      question[0] = id;
      question[1] = javaThreadId;
      if (source != null && answers(source)) {
        spans[at + HIGH] = question[2];
        spans[at + LOW] = question[3];
        spans[at + FLAGS] = question[4] & ALL_FLAGS;
        return;
      }
    }
  }

  private boolean answers(Predicate<long[]> source) {
    try {
      return source.test(question);
    } catch (Throwable e) { // a source must not end the drain
      return false;
    }
  }

  private void commit(int at) {
    if (spans[at + FLAGS] != UNKNOWN) {
      HexFormat hex = HexFormat.of();
      event.externalId = spans[at + ID];
      event.spanId = spans[at + ID];
      event.spanIdHex = hex.toHexDigits(spans[at + ID]);
      event.traceId = hex.toHexDigits(spans[at + HIGH]) + hex.toHexDigits(spans[at + LOW]);
      event.traceIdHigh = spans[at + HIGH];
      event.traceIdLow = spans[at + LOW];
      event.traceFlags = (int) spans[at + FLAGS];
      event.commit();
    }
  }

  /** A round of the drain begins: before events are committed. */
  void beginRound() {
    round++;
  }

  /**
   * JFR's hook runs at the end or at the begin of a chunk.
   *
   * @param late whether the last end is told after JFR has gone on, so that the chunk may have
   *     begun before it
   */
  void chunk(ChunkBoundary boundary, boolean late) {
    if (spans == null) {
      return;
    }
    if (boundary != ChunkBoundary.END) {
      again(late ? uncertain : period);
    }
    if (boundary != ChunkBoundary.BEGIN) {
      uncertain = period++;
    }
  }

  private void again(long from) {
    for (int at = 0; at < spans.length; at += WORDS) {
      if (spans[at + PERIOD] >= from && spans[at + ID] != 0) {
        commit(at);
      }
    }
  }
}
