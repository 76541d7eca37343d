// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import java.util.ArrayDeque;

/**
 * Whose turn it is to export what one copy of us tracks: the first one's until it leaves, then the
 * next one's. Applications that share OpenTelemetry's API share its tracking; each of them would
 * export all.
 */
final class ExportLine {
  private final ArrayDeque<Runnable> line = new ArrayDeque<>();

  /**
   * Stands in line.
   *
   * @param turn run when it is this one's turn, maybe at once
   * @return leaves
   */
  Runnable enter(Runnable turn) {
    boolean now;
    synchronized (line) {
      now = line.isEmpty();
      line.add(turn);
    }
    if (now) {
      turn.run();
    }
    return () -> leave(turn);
  }

  private void leave(Runnable turn) {
    Runnable next;
    synchronized (line) {
      boolean first = line.peek() == turn;
      next = line.remove(turn) && first ? line.peek() : null;
    }
    if (next != null) {
      next.run();
    }
  }
}
