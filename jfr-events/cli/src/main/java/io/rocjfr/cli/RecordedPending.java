// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.EndOfRecording;
import io.rocjfr.figures.LateCalls;
import io.rocjfr.figures.Unreported;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/** What recordings say of work that was not reported at their ends: of each file its last word. */
final class RecordedPending {
  /** What a file says. */
  record OfFile(String file, EndOfRecording.Found end) {
    private boolean tells() {
      return end.missing() != null;
    }

    private boolean isComplete() {
      return tells() && !end.missing().any();
    }
  }

  private final List<OfFile> files = new ArrayList<>();

  /** Of the present file. */
  private EndOfRecording end = new EndOfRecording();

  /** The keys of the present file's processes. */
  private final Set<Long> processes = new HashSet<>();

  private long submitted = -1;
  private long reported = -1;
  private long givenUp = -1;
  private long saidAt = Long.MIN_VALUE;
  private long saidLook = -1;

  /** Takes a rocjfr.TracerStatus. */
  void add(RecordedEvent event) {
    long at = Fields.begin(event);
    long look = Fields.number(event, Field.LOOK, -1);
    long inFlight = Fields.number(event, Field.IN_FLIGHT, 0);
    Unreported work =
        Fields.has(event, Field.PENDING_BUSY)
            ? new Unreported(
                inFlight,
                Fields.number(event, Field.PENDING_BUSY, 0),
                Fields.number(event, Field.PENDING_FINISHED, 0),
                Fields.number(event, Field.PENDING_UNASKED, 0),
                0)
            : Unreported.ofCalls(inFlight);
    long process = Fields.number(event, Field.PROCESS_KEY, 0);
    if (process != 0) {
      processes.add(process);
    }
    end.addStatus(
        new EndOfRecording.Status(
            process,
            at,
            look,
            work,
            Fields.text(event, Field.PENDING_BY_DEVICE, ""),
            Fields.flag(event, Field.CHUNK_END, true),
            Fields.text(event, Field.STATE, "").equals("noRuntime")));
    // Files have events of several threads in any order; a clock may have been set back.
    boolean numbered = processes.size() == 1 && look >= 0 && saidLook >= 0;
    if (numbered ? look > saidLook : at >= saidAt) {
      saidAt = at;
      saidLook = look;
      submitted = Fields.number(event, Field.SUBMITTED, -1);
      reported = Fields.number(event, Field.REPORTED, -1);
      givenUp = Fields.number(event, Field.GIVEN_UP, -1);
    }
  }

  /** Takes a rocjfr.PendingCall. */
  void addPendingCall(RecordedEvent event) {
    end.addPendingCall(
        Fields.number(event, Field.LOOK, -1),
        Fields.number(event, Field.CORRELATION_ID, 0),
        Fields.text(event, Field.STATE, ""),
        Fields.flag(event, Field.SINGLE, false),
        Fields.number(event, Field.PIECES, 0));
  }

  /** Takes a rocjfr.HipApi. */
  void addCall(RecordedEvent event) {
    end.addCall(
        Fields.number(event, Field.CORRELATION_ID, 0),
        Fields.end(event),
        Fields.text(event, Field.FUNCTION, ""),
        Fields.text(event, Field.KERNEL, ""),
        Fields.number(event, Field.BYTES, 0),
        Fields.text(event, Field.RESULT, ""));
  }

  /** Takes a rocjfr.KernelDispatch or rocjfr.MemCopy; OpenCL's are no HIP call's. */
  void addWork(RecordedEvent event) {
    if (!Fields.text(event, Field.API, "").equals("OpenCL")) {
      end.addWork(Fields.number(event, Field.CORRELATION_ID, 0));
    }
  }

  /** The calls of the present file whose work was not reported when it ended. */
  Set<Long> pendingCalls() {
    return end.pendingCalls();
  }

  /** To be called when all events of a file were added. */
  void endOfFile(String file) {
    files.add(new OfFile(file, end.found()));
    end = new EndOfRecording();
    processes.clear();
    saidAt = Long.MIN_VALUE;
    saidLook = -1;
  }

  /** The keys of the processes that the present file is of; none if it does not say. */
  Set<Long> processes() {
    return processes;
  }

  /** Whether any file tells. */
  boolean isKnown() {
    return files.stream().anyMatch(OfFile::tells);
  }

  /** Whether each file tells, and nothing is missing. */
  boolean isComplete() {
    return isKnown() && files.stream().allMatch(OfFile::isComplete);
  }

  /** Whether a file lacks the status of its end. */
  boolean isEndUnknown() {
    return files.stream().anyMatch(file -> file.end().unknown());
  }

  List<OfFile> files() {
    return files;
  }

  /** Of all files that tell. */
  Unreported all() {
    return files.stream()
        .filter(OfFile::tells)
        .map(file -> file.end().missing())
        .reduce(Unreported.NONE, Unreported::plus);
  }

  /** Calls that no file's last word is of; not among {@link #all}. */
  LateCalls.Found late() {
    return files.stream()
        .map(file -> file.end().late())
        .reduce(LateCalls.Found.NONE, LateCalls.Found::plus);
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
