// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.LateCalls;
import io.rocjfr.figures.PendingCalls;
import io.rocjfr.figures.Unreported;
import io.rocjfr.recording.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What recordings say of work that was not reported at their ends. What the end of an earlier chunk
 * found is in the next one: in each file the last word counts.
 */
final class RecordedPending {
  /**
   * What a file says.
   *
   * @param missing null if it does not
   * @param late calls that its last word is not of
   * @param byDevice for people; empty if that is not known or nothing is missing. Where work came
   *     after it was said it is left out.
   * @param endUnknown whether it lacks the status of its end, as that of a JVM that was killed
   */
  record OfFile(
      String file, Unreported missing, LateCalls.Found late, String byDevice, boolean endUnknown) {}

  private final List<OfFile> files = new ArrayList<>();

  /** Of the present file what was said last, and when. */
  private Unreported inFile;

  private LateCalls lateInFile = new LateCalls();
  private PendingCalls callsPending = new PendingCalls();
  private String devicesInFile = "";
  private long submitted = -1;
  private long reported = -1;
  private long givenUp = -1;
  private long saidAt = Long.MIN_VALUE;

  /** By the last status of the present file no runtime was loaded; and calls of one are there. */
  private boolean withoutRuntime;

  private boolean callsInFile;

  /** Takes a rocjfr.TracerStatus. */
  void add(RecordedEvent event) {
    long at = Fields.begin(event);
    lateInFile.addLook(at);
    callsPending.addLook(at, Fields.number(event, "processKey", 0));
    if (at < saidAt) {
      return; // files have events of several threads in any order
    }
    saidAt = at;
    long inFlight = Fields.number(event, "inFlight", 0);
    inFile =
        event.hasField("pendingBusy")
            ? new Unreported(
                inFlight,
                Fields.number(event, "pendingBusy", 0),
                Fields.number(event, "pendingFinished", 0),
                Fields.number(event, "pendingUnasked", 0),
                0)
            : Unreported.ofCalls(inFlight);
    devicesInFile = Fields.text(event, "pendingByDevice", "");
    withoutRuntime = Fields.text(event, "state", "").equals("noRuntime");
    submitted = Fields.number(event, "submitted", -1);
    reported = Fields.number(event, "reported", -1);
    givenUp = Fields.number(event, "givenUp", -1);
  }

  /** Takes a rocjfr.PendingCall. */
  void addPendingCall(RecordedEvent event) {
    callsPending.addCall(
        Fields.begin(event),
        Fields.number(event, "correlationId", 0),
        Fields.text(event, "state", ""),
        Fields.flag(event, "single"));
  }

  /** Takes a rocjfr.HipApi. */
  void addCall(RecordedEvent event) {
    callsInFile = true;
    lateInFile.addCall(
        Fields.number(event, "correlationId", 0),
        Fields.end(event),
        Fields.text(event, "function", ""),
        Fields.text(event, "kernel", ""),
        Fields.number(event, "bytes", 0),
        Fields.text(event, "result", ""));
  }

  /** Takes a rocjfr.KernelDispatch or rocjfr.MemCopy; OpenCL's are no HIP call's. */
  void addWork(RecordedEvent event) {
    if (!Fields.text(event, "api", "").equals("OpenCL")) {
      lateInFile.addWork(Fields.number(event, "correlationId", 0));
    }
  }

  /** To be called when all events of a file were added. */
  void endOfFile(String file) {
    // It was said before HIP was used, and nothing since.
    boolean endUnknown = withoutRuntime && callsInFile;
    boolean told = inFile != null && !endUnknown;
    Unreported missing = told ? callsPending.correct(inFile, lateInFile::hasWork) : null;
    files.add(
        new OfFile(
            file,
            missing,
            told ? lateInFile.found() : LateCalls.Found.NONE,
            told && missing.equals(inFile) ? devicesInFile : "",
            endUnknown));
    inFile = null;
    withoutRuntime = false;
    callsInFile = false;
    lateInFile = new LateCalls();
    callsPending = new PendingCalls();
    devicesInFile = "";
    saidAt = Long.MIN_VALUE;
  }

  /** Whether any file tells. */
  boolean isKnown() {
    return files.stream().anyMatch(file -> file.missing() != null);
  }

  /** Whether each file tells, and nothing is missing. */
  boolean isComplete() {
    return isKnown() && files.stream().allMatch(RecordedPending::isComplete);
  }

  private static boolean isComplete(OfFile file) {
    return file.missing() != null && !file.missing().any();
  }

  /** Whether a file lacks the status of its end. */
  boolean isEndUnknown() {
    return files.stream().anyMatch(OfFile::endUnknown);
  }

  List<OfFile> files() {
    return files;
  }

  /** Of all files that tell. */
  Unreported all() {
    return files.stream()
        .map(OfFile::missing)
        .filter(Objects::nonNull)
        .reduce(Unreported.NONE, Unreported::plus);
  }

  /** Calls that no file's last word is of; not among {@link #all}. */
  LateCalls.Found late() {
    return files.stream().map(OfFile::late).reduce(LateCalls.Found.NONE, LateCalls.Found::plus);
  }

  /** Pieces of HIP's work since the tracer's start; -1 if not known, as of several files. */
  long submitted() {
    return files.size() == 1 && isKnown() ? submitted : -1;
  }

  /** See {@link #submitted}. */
  long reported() {
    return files.size() == 1 && isKnown() ? reported : -1;
  }

  /** See {@link #submitted}. */
  long givenUp() {
    return files.size() == 1 && isKnown() ? givenUp : -1;
  }
}
