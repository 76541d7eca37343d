// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.List;

/**
 * Work that had been submitted and not reported when a recording ended, in pieces.
 *
 * @param inFlight all of it, OpenCL's too
 * @param busy HIP's, whose stream had work to do
 * @param finished HIP's, which had finished
 * @param unasked HIP's, whose stream cannot be asked
 * @param calls of these, what older versions told: calls, and nothing of their pieces
 */
public record Unreported(long inFlight, long busy, long finished, long unasked, long calls) {
  /** All finished work was reported. */
  public static final Unreported NONE = new Unreported(0, 0, 0, 0, 0);

  private static final String ALL = "All finished work was reported.";
  private static final String ALL_BEFORE = "All finished work from before that was reported.";

  /** What an older version's recording tells. */
  public static Unreported ofCalls(long calls) {
    return new Unreported(calls, 0, 0, 0, calls);
  }

  /** Of several recordings. */
  public Unreported plus(Unreported other) {
    return new Unreported(
        inFlight + other.inFlight,
        busy + other.busy,
        finished + other.finished,
        unasked + other.unasked,
        calls + other.calls);
  }

  /** Without so many pieces, which came after all; the same where there were not so many. */
  Unreported without(long ofBusy, long ofFinished, long ofUnasked) {
    if (ofBusy > busy || ofFinished > finished || ofUnasked > unasked) {
      return this;
    }
    return new Unreported(
        inFlight - ofBusy - ofFinished - ofUnasked,
        busy - ofBusy,
        finished - ofFinished,
        unasked - ofUnasked,
        calls);
  }

  /** Whether something is missing in the recording. */
  public boolean any() {
    return inFlight > 0;
  }

  /** Whether all is known by pieces. */
  public boolean inPieces() {
    return calls == 0;
  }

  /** Whether all of it is HIP's, and known by pieces. */
  boolean isHipsInPieces() {
    return inPieces() && openCl() == 0;
  }

  private long openCl() {
    return Math.max(0, inFlight - busy - finished - unasked - calls);
  }

  /** In words, at least one sentence. */
  public List<String> sentences() {
    if (!any()) {
      return List.of(ALL);
    }
    List<String> all = new ArrayList<>();
    if (busy > 0) {
      all.add(
          pieces(busy, " of work was", " of work were")
              + " still queued or running at the end of the recording. "
              + (busy == 1 ? "Its record is" : "Their records are")
              + " not in the file. Remedy: record longer, or synchronise the stream or device before"
              + " the end.");
    }
    if (finished > 0) {
      all.add(
          pieces(finished, " of work", " of work")
              + " had finished, but HIP had not reported "
              + (finished == 1 ? "it" : "them")
              + " at the end of the recording. "
              + (finished == 1 ? "Its record is" : "Their records are")
              + " not in the file. Remedy: synchronise the device (hipDeviceSynchronize) before the"
              + " end.");
    }
    if (unasked > 0) {
      all.add(
          pieces(unasked, " of work was", " of work were")
              + " not reported at the last look and may be missing from the file. "
              + (unasked == 1 ? "Its stream was" : "Their streams were")
              + " not asked yet, or cannot be asked. A thread's own default stream"
              + " (hipStreamPerThread) and a stream under capture cannot be asked. Remedy:"
              + " synchronise the stream before the end. Do this for hipStreamPerThread in its own"
              + " thread, and for a captured stream after the capture.");
    }
    if (openCl() > 0) {
      all.add(
          pieces(openCl(), " of OpenCL's work was", " of OpenCL's work were")
              + " not reported at the end of the recording. "
              + (openCl() == 1 ? "Its record is" : "Their records are")
              + " not in the file.");
    }
    if (calls > 0) {
      all.add(
          "The work of "
              + Units.count(calls, "call", "calls")
              + " was not reported at the end of the recording. Its records are not in the file.");
    }
    return all;
  }

  /** The same where calls came too late for that. */
  public List<String> sentences(LateCalls.Found late) {
    if (!late.any()) {
      return sentences();
    }
    List<String> all = new ArrayList<>(any() ? sentences() : List.of());
    all.add(late.sentence());
    if (!any()) {
      all.add(ALL_BEFORE);
    }
    return all;
  }

  private static String pieces(long count, String one, String several) {
    return Units.count(count, "piece", "pieces") + (count == 1 ? one : several);
  }
}
