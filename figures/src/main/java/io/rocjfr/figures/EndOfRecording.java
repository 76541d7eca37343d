// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one recording says of work that was not reported at its end. The last status of each process
 * counts. JFR records for a while after it: what came then is not missing. Events may come in any
 * order. Memory is bounded.
 */
public final class EndOfRecording {
  /** Calls that are known: those that came last. */
  private static final int MOST_CALLS = 1 << 16;

  /**
   * A status of the tracer.
   *
   * @param process which process it is of: correlation ids are a process's own
   * @param at when it looked, in nanoseconds of the epoch
   * @param look its number; -1 if it has none, as of older versions
   * @param work what was pending
   * @param byDevice the same by device, for people; may be empty
   * @param chunkEnd whether it was said at the end of a chunk; true if that is not known
   * @param withoutRuntime whether no HIP runtime was loaded
   */
  public record Status(
      long process,
      long at,
      long look,
      Unreported work,
      String byDevice,
      boolean chunkEnd,
      boolean withoutRuntime) {
    /** By their numbers where they have them: the machine's clock may have been set back. */
    private boolean isAfter(Status other) {
      boolean numbered = look >= 0 && other.look >= 0;
      return numbered ? look > other.look : at >= other.at;
    }
  }

  /**
   * What was found.
   *
   * @param missing null if that is not known: no status says it
   * @param late calls that ended after the last status
   * @param byDevice what is missing by device, for people; empty if that is not known, as where
   *     work came after it was said
   * @param unknown whether the recording lacks the status of its end, as that of a JVM that was
   *     killed
   */
  public record Found(Unreported missing, LateCalls.Found late, String byDevice, boolean unknown) {}

  /** In {@link #pendingCalls}: a call that is not named. */
  public static final long UNNAMED = 0;

  private record Named(long id, String state, boolean single, long pieces) {}

  private final Map<Long, Status> lastOfProcess = new HashMap<>();
  private final LateCalls late = new LateCalls();

  /** The calls that the newest look names, by {@link #namedBy}. */
  private final List<Named> named = new ArrayList<>();

  private long namedBy = -1;

  /** The last ones that submit work. */
  private final Set<Long> calls =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > MOST_CALLS;
            }
          });

  private boolean usedHip;

  /** Takes a status. */
  public void addStatus(Status status) {
    late.addLook(status.at());
    lastOfProcess.merge(
        status.process(), status, (known, said) -> said.isAfter(known) ? said : known);
  }

  /**
   * Takes a call that a status named.
   *
   * @param look the number of that status
   * @param state busy, finished or unasked
   * @param single whether it had submitted one piece of work in all, so far
   * @param pieces how many pieces of its work were missing
   */
  public void addPendingCall(
      long look, long correlationId, String state, boolean single, long pieces) {
    if (look > namedBy) {
      namedBy = look;
      named.clear();
    }
    if (look == namedBy) {
      named.add(new Named(correlationId, state, single, pieces));
    }
  }

  /**
   * Takes a HIP call.
   *
   * @see LateCalls#addCall
   */
  public void addCall(
      long correlationId, long end, String function, String kernel, long bytes, String result) {
    usedHip = true;
    late.addCall(correlationId, end, function, kernel, bytes, result);
    if (LateCalls.submits(function, kernel, bytes)) {
      calls.add(correlationId);
    }
  }

  /** Takes a piece of HIP's work: a dispatch or a copy. */
  public void addWork(long correlationId) {
    usedHip = true;
    late.addWork(correlationId);
  }

  /** What was found when all events of the recording were added. */
  public Found found() {
    if (lastOfProcess.isEmpty()) {
      return new Found(null, LateCalls.Found.NONE, "", false);
    }
    boolean unknown = isUnknown();
    Unreported said =
        lastOfProcess.values().stream().map(Status::work).reduce(Unreported.NONE, Unreported::plus);
    Unreported missing = correct(said);
    return new Found(
        unknown ? null : missing,
        late.found(),
        unknown || !missing.equals(said) ? "" : byDevice(),
        unknown);
  }

  /** The tracer tells the end of each chunk: what was recorded after that is not the end told. */
  private boolean isUnknown() {
    boolean neverLoaded = lastOfProcess.values().stream().allMatch(Status::withoutRuntime);
    return (usedHip && neverLoaded)
        || lastOfProcess.values().stream().anyMatch(status -> !status.chunkEnd());
  }

  /**
   * The correlation ids of the calls whose work was missing at the end, each once; {@link #UNNAMED}
   * among them if there are more.
   */
  public Set<Long> pendingCalls() {
    Set<Long> ids = new LinkedHashSet<>();
    if (lastOfProcess.isEmpty() || isUnknown()) {
      return ids;
    }
    Unreported missing = found().missing();
    if (!missing.any()) {
      return ids;
    }
    for (Named call : named) {
      if (!hasCome(call)) {
        ids.add(call.id());
      }
    }
    if (!areAllNamed()) {
      ids.add(UNNAMED);
    }
    return ids;
  }

  /** A status names so many calls at most: then their pieces are fewer than it counted. */
  private boolean areAllNamed() {
    Status last = lastOfProcess.values().iterator().next();
    return lastOfProcess.size() == 1
        && last.look() == namedBy
        && last.work().isHipsInPieces()
        && named.stream().mapToLong(Named::pieces).sum() >= last.work().inFlight();
  }

  private boolean hasCome(Named call) {
    return call.single() && calls.contains(call.id()) && late.hasWork(call.id());
  }

  private String byDevice() {
    return String.join(
        "; ",
        lastOfProcess.values().stream().map(Status::byDevice).filter(s -> !s.isEmpty()).toList());
  }

  /**
   * Without the work that has come after the look. Only of calls that had submitted one piece by
   * then: of others the work in the file may be what was reported before. HIP reports a call's
   * pieces in their order, so the first is there where any is.
   */
  private Unreported correct(Unreported said) {
    if (lastOfProcess.size() > 1) {
      return said;
    }
    Status last = lastOfProcess.values().iterator().next();
    if (last.look() != namedBy) {
      return said;
    }
    Map<String, Long> came = new HashMap<>();
    for (Named call : named) {
      if (hasCome(call)) {
        came.merge(call.state(), 1L, Long::sum);
      }
    }
    return said.without(
        came.getOrDefault("busy", 0L),
        came.getOrDefault("finished", 0L),
        came.getOrDefault("unasked", 0L));
  }
}
