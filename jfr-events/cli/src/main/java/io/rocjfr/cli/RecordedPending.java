// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.LateCalls;
import io.rocjfr.figures.Unreported;
import io.rocjfr.recording.Fields;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What recordings say of work that was not reported at their ends. What the end of an earlier chunk
 * found is in the next one: in each file the last word counts.
 */
final class RecordedPending {
  private Unreported ofFiles = Unreported.NONE;
  private LateCalls.Found lateInFiles = LateCalls.Found.NONE;
  private final List<String> devices = new ArrayList<>();
  private boolean known;
  private boolean unknown;

  /** Of the present file what was said last, and when. */
  private Unreported inFile;

  private LateCalls lateInFile = new LateCalls();
  private String devicesInFile = "";
  private long submitted = -1;
  private long reported = -1;
  private long saidAt = Long.MIN_VALUE;
  private int files;

  /** By the last status of the present file no runtime was loaded; and calls of one are there. */
  private boolean withoutRuntime;

  private boolean callsInFile;
  private boolean endUnknown;

  /** Takes a rocjfr.TracerStatus. */
  void add(RecordedEvent event) {
    long at = Fields.begin(event);
    lateInFile.addLook(at);
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
  void endOfFile() {
    files++;
    if (withoutRuntime && callsInFile) {
      endUnknown = true; // it was said before HIP was used, and nothing since
      inFile = null;
    }
    if (inFile == null) {
      unknown = true;
    } else {
      known = true;
      ofFiles = ofFiles.plus(inFile);
      lateInFiles = lateInFiles.plus(lateInFile.found());
      if (!devicesInFile.isEmpty()) {
        devices.add(devicesInFile);
      }
    }
    inFile = null;
    withoutRuntime = false;
    callsInFile = false;
    lateInFile = new LateCalls();
    devicesInFile = "";
    saidAt = Long.MIN_VALUE;
  }

  /** Whether any file tells. */
  boolean isKnown() {
    return known;
  }

  /** Whether each file tells, and nothing is missing. */
  boolean isComplete() {
    return known && !unknown && !ofFiles.any();
  }

  /** Whether a file lacks the status of its end, as that of a JVM that was killed. */
  boolean isEndUnknown() {
    return endUnknown;
  }

  Unreported all() {
    return ofFiles;
  }

  /** Calls that no file's last word is of; not among {@link #all}. */
  LateCalls.Found late() {
    return lateInFiles;
  }

  /** By device, for people; empty if that is not known or nothing is missing. */
  String byDevice() {
    return String.join("; ", devices);
  }

  /** Pieces of HIP's work since the tracer's start; -1 if not known, as of several files. */
  long submitted() {
    return files == 1 && known ? submitted : -1;
  }

  /** See {@link #submitted}. */
  long reported() {
    return files == 1 && known ? reported : -1;
  }
}
