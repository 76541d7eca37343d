// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the known work did, as the program itself saw it. Times are {@code System.nanoTime}, which
 * is CLOCK_MONOTONIC.
 */
public final class Ledger {
  /** Kinds of work. */
  public enum Kind {
    /** One execution of a kernel. */
    KERNEL,
    /** A copy. */
    COPY,
    /** A fill of memory. */
    FILL
  }

  /**
   * A piece of work that a call has submitted.
   *
   * @param symbol the name of a kernel as the runtime spells it; empty for others
   * @param grid workgroups of a kernel in three dimensions
   * @param block work-items of a workgroup
   * @param bytes that are copied or filled
   * @param direction of a copy, as events name it
   * @param mayBeUnknown whether rocjfr cannot always know direction, bytes and grid: the memory is
   *     older than the agent, or the work is a graph's
   * @param device on which it runs; -1 if that is not certain
   * @param from the device that is read by a copy between two; -1 for others
   * @param to the device that is written by a copy between two; -1 for others
   */
  public record Work(
      Kind kind,
      String symbol,
      List<Integer> grid,
      List<Integer> block,
      long bytes,
      String direction,
      boolean mayBeUnknown,
      int device,
      int from,
      int to) {
    public Work {
      grid = List.copyOf(grid);
      block = List.copyOf(block);
    }

    /** The same as a node of a graph, of which runtimes tell less. */
    public Work ofGraph() {
      return new Work(kind, symbol, grid, block, bytes, direction, true, device, from, to);
    }
  }

  /** A call of the program. */
  public static final class Call {
    /** Its number in the ledger, from 0. */
    public final int id;

    /** The recording that ran; empty if there was none. */
    public final String recording;

    public final String scenario;
    public final String function;

    /** When it began: not before. */
    public final long before;

    /** When it had returned. */
    public final long after;

    /** What it returned. */
    public final int result;

    /** The program's own name of the stream; empty for calls without one. */
    public String stream = "";

    /** What it submitted. */
    public final List<Work> works = new ArrayList<>();

    /** When the program knew that its work had finished; 0 if it never did. */
    public long done;

    /** What hipEventElapsedTime said of two events around it, in nanoseconds; 0 if not asked. */
    public long eventNanos;

    /**
     * The number of a call whose work had to finish before this one's began; -1 if there is none.
     */
    public int follows = -1;

    /** Makes one. */
    public Call(
        int id,
        String recording,
        String scenario,
        String function,
        long before,
        long after,
        int result) {
      this.id = id;
      this.recording = recording;
      this.scenario = scenario;
      this.function = function;
      this.before = before;
      this.after = after;
      this.result = result;
    }
  }

  /** Facts for people: the runtime, the devices. */
  public final Map<String, String> facts = new LinkedHashMap<>();

  /** Scenarios in their order; the reason of those that were not tried, else empty. */
  public final Map<String, String> scenarios = new LinkedHashMap<>();

  /** What went wrong in a scenario by itself: HIP refused, or a kernel computed something else. */
  public final Map<String, String> failures = new LinkedHashMap<>();

  /** Recordings by name: their files, in the folder of the ledger. */
  public final Map<String, String> recordings = new LinkedHashMap<>();

  public final List<Call> calls = new ArrayList<>();

  /** Functions that the runtime's hook does not tell of in all versions: not counted. */
  public final List<String> untold = new ArrayList<>();

  /** How long a launch took, by the name of a batch, in nanoseconds each. */
  public final Map<String, List<Long>> launches = new LinkedHashMap<>();

  /** The Java thread that has made all calls. */
  public long thread;
}
