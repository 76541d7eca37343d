// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Work that was submitted and not reported, at a moment.
 *
 * @param devices HIP's work by device
 * @param calls HIP's calls whose work it is, some or none of them
 * @param openCl pieces of OpenCL's work
 * @param submitted pieces of HIP's work since the tracer's start
 * @param reported of these
 * @param givenUp of these: not waited for any more
 */
public record PendingWork(
    List<OfDevice> devices,
    List<OfCall> calls,
    long openCl,
    long submitted,
    long reported,
    long givenUp) {
  /** Without the calls, and nothing was given up. */
  public PendingWork(List<OfDevice> devices, long openCl, long submitted, long reported) {
    this(devices, List.of(), openCl, submitted, reported, 0);
  }

  /** What is known of a piece: ROCJFR_PENDING_BUSY and its like, in their order. */
  public enum State {
    BUSY,
    FINISHED,
    UNASKED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A HIP call: {@code rocjfr_pending_call_t}.
   *
   * @param correlationId its own
   * @param pieces of its work
   * @param device HIP's ordinal, -1 if it is not known
   * @param single whether it has submitted nothing but this piece; false if that is not known
   */
  public record OfCall(long correlationId, long pieces, int device, State state, boolean single) {}

  /**
   * Pieces of HIP's work: {@code rocjfr_pending_t}.
   *
   * @param device HIP's ordinal, -1 if it is not known
   * @param busy whose stream had work to do
   * @param finished whose stream had none: HIP has yet to report them
   * @param unasked whose stream cannot be asked, or was not yet
   */
  public record OfDevice(int device, long busy, long finished, long unasked) {
    private long pieces() {
      return busy + finished + unasked;
    }

    private OfDevice plus(OfDevice other) {
      return new OfDevice(
          device, busy + other.busy, finished + other.finished, unasked + other.unasked);
    }

    private Map<String, Long> toMap() {
      return Map.of("busy", busy, "finished", finished, "unasked", unasked);
    }

    private void describe(StringBuilder text) {
      text.append(text.isEmpty() ? "" : "; ");
      text.append(device < 0 ? "unknown GPU" : "GPU " + device);
      String separator = ": ";
      separator = count(text, separator, busy, " busy");
      separator = count(text, separator, finished, " finished");
      count(text, separator, unasked, " unasked");
    }

    private static String count(StringBuilder text, String separator, long pieces, String state) {
      if (pieces == 0) {
        return separator;
      }
      text.append(separator).append(pieces).append(state);
      return ", ";
    }
  }

  /** With the pieces that a client is being told of: they are not in flight, nor recorded yet. */
  PendingWork withBeingTold() {
    long told = submitted - reported - givenUp - hipPieces();
    if (told <= 0) {
      return this;
    }
    List<OfDevice> all = new ArrayList<>(devices);
    all.add(new OfDevice(-1, 0, 0, told));
    return new PendingWork(List.copyOf(all), calls, openCl, submitted, reported, givenUp);
  }

  /** Nobody wants records: what is in flight is nobody's. */
  PendingWork ofNobody() {
    return new PendingWork(List.of(), List.of(), 0, submitted, reported, givenUp + hipPieces());
  }

  long busy() {
    long pieces = 0;
    for (OfDevice device : devices) {
      pieces += device.busy;
    }
    return pieces;
  }

  long finished() {
    long pieces = 0;
    for (OfDevice device : devices) {
      pieces += device.finished;
    }
    return pieces;
  }

  long unasked() {
    long pieces = 0;
    for (OfDevice device : devices) {
      pieces += device.unasked;
    }
    return pieces;
  }

  long hipPieces() {
    return busy() + finished() + unasked();
  }

  /** All of it, OpenCL's too. */
  long pieces() {
    return hipPieces() + openCl;
  }

  /** For people, such as "GPU 0: 3 busy, 1 finished; GPU 1: 2 unasked"; empty if there is none. */
  String byDevice() {
    StringBuilder text = new StringBuilder();
    for (OfDevice device : devices) {
      if (device.pieces() > 0) {
        device.describe(text);
      }
    }
    return text.toString();
  }

  /** The same with OpenCL's, and why HIP has not reported it; empty if there is none. */
  String describe() {
    String separator = byDevice().isEmpty() ? "" : "; ";
    String text = byDevice() + (openCl == 0 ? "" : separator + "OpenCL: " + openCl);
    if (finished() > 0) {
      text += ". HIP has not reported the finished work";
    }
    if (unasked() > 0) {
      text +=
          ". Unasked work was not checked yet, or is on a stream that cannot be asked"
              + " (hipStreamPerThread, a stream under capture)";
    }
    return text.isEmpty() ? "" : text + ".";
  }

  /** As the public API tells it by device: those with work. */
  Map<Integer, Map<String, Long>> toMapByDevice() {
    Map<Integer, OfDevice> rows = new TreeMap<>();
    for (OfDevice row : devices) {
      if (row.pieces() > 0) {
        rows.merge(row.device, row, OfDevice::plus);
      }
    }
    Map<Integer, Map<String, Long>> all = new TreeMap<>();
    rows.forEach((device, row) -> all.put(device, row.toMap()));
    return all;
  }

  /** As the public API tells it. */
  Map<String, Long> toMap() {
    return Map.of(
        "busy",
        busy(),
        "finished",
        finished(),
        "unasked",
        unasked(),
        "openCl",
        openCl,
        "submitted",
        submitted,
        "reported",
        reported,
        "givenUp",
        givenUp);
  }
}
