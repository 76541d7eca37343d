// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins work with the end of the call that submitted it, in any order and in bounded memory. */
final class Submissions {
  /** So many calls and so much work wait for each other. */
  static final int MOST = 1 << 17;

  /** One piece of so many may have no call: it was submitted before. */
  private static final long TOLERATED = 100;

  private record Piece(int gpu, long begin) {}

  /** Receives from when to when work had been submitted and had not begun. */
  interface Receiver {
    void accept(int gpu, long submitted, long begun);
  }

  private final Map<Long, Long> calls = new HashMap<>();
  private final Deque<Long> oldestCalls = new ArrayDeque<>();
  private final Map<Long, List<Piece>> waiting = new HashMap<>();
  private long waitingPieces;
  private long pieces;
  private long lost;
  private final Receiver to;

  Submissions(Receiver to) {
    this.to = to;
  }

  void addCall(long id, long end) {
    List<Piece> early = waiting.remove(id);
    if (early != null) {
      waitingPieces -= early.size();
      early.forEach(piece -> add(piece, end));
    }
    if (calls.put(id, end) == null) {
      oldestCalls.add(id);
    }
    if (calls.size() > MOST) {
      calls.remove(oldestCalls.remove());
    }
  }

  void addWork(long id, int gpu, long begin) {
    pieces++;
    Long end = id == 0 ? null : calls.get(id);
    if (end != null) {
      add(new Piece(gpu, begin), end);
    } else if (id != 0 && waitingPieces < MOST) {
      waiting.computeIfAbsent(id, unused -> new ArrayList<>(1)).add(new Piece(gpu, begin));
      waitingPieces++;
    } else {
      lost++;
    }
  }

  private void add(Piece piece, long callEnd) {
    if (callEnd < piece.begin()) {
      to.accept(piece.gpu(), callEnd, piece.begin());
    }
  }

  /** When a call ended, or null: it was not recorded, or is one of too many. */
  Long endOf(long id) {
    return calls.get(id);
  }

  /** Whether nearly all work was joined with its call. */
  boolean isComplete() {
    return (lost + waitingPieces) * TOLERATED <= pieces;
  }
}
