// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.EndOfRecording;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.Loss;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.model.PendingAtEnd;
import io.rocjfr.jmc.model.RecordedStatus;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * A tracer that could not see all: another tool had the hook, the runtime is an unknown one, or
 * work was not reported when the recording ended.
 */
public final class TracerStateRule extends GpuRule {
  private static final String ID = "rocjfr.TracerState";
  private static final List<String> DEGRADED = List.of("taken", "unsupported", "opsOnly");
  private static final TypedResult<String> STATE = Figures.textOf("state", "State");
  private static final TypedResult<String> TOOLS = Figures.textOf("tools", "Other Tools");

  public TracerStateRule() {
    super(
        ID,
        "State of the Tracer",
        Topics.RECORDING,
        List.of(),
        List.of(TypedResult.SCORE, STATE, TOOLS),
        EventTypes.TRACER_STATUS);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedStatus> all = RecordedStatus.read(items);
    for (RecordedStatus status : all) {
      if (DEGRADED.stream().anyMatch(status.state()::startsWith)) {
        return verdict(preferences)
            .with(STATE, status.state())
            .with(TOOLS, status.otherTools())
            .of(
                Severity.WARNING.getLimit(),
                "The tracer could not see everything: {state}",
                "Other tools in the process: {tools}. HIP has one hook for tools, and the"
                    + " first tool keeps it. With an unknown runtime, rocjfr records what"
                    + " it can.",
                "Run without the other tool (AMD's roctracer or rocprofiler), or use a runtime"
                    + " that rocjfr knows.");
      }
    }
    for (RecordedStatus status : all) {
      if (!status.notSeen().isEmpty()) {
        return verdict(preferences)
            .with(STATE, status.notSeen())
            .with(TOOLS, status.otherTools())
            .of(
                Severity.WARNING.getLimit(),
                "The tracer could not see everything: {state}",
                "The tracer finds the calling Java thread in the JVM's memory, with the help of"
                    + " the JVM's own tables. It uses them only after a check. Calls and work"
                    + " are recorded in any case.",
                "Run the program on a JDK that rocjfr was tested on, and report this message.");
      }
    }
    for (RecordedStatus status : all) {
      if (status.state().startsWith("on: ")) {
        return verdict(preferences)
            .with(STATE, status.state().substring("on: ".length()))
            .of(
                Severity.WARNING.getLimit(),
                "The tracer reports a problem: {state}",
                "Other calls and work are recorded.",
                "See docs/limits.md, or report this message.");
      }
    }
    for (RecordedStatus status : all) {
      if (status.isWithoutOpenCl()) {
        return verdict(preferences)
            .with(STATE, status.openCl())
            .with(TOOLS, status.otherTools())
            .of(
                Severity.WARNING.getLimit(),
                "The tracer could not see OpenCL: {state}",
                "The tracer patches the function tables of OpenCL's platforms, or it is a layer"
                    + " of OpenCL's loader. Neither was possible here.",
                "Start the program with -javaagent, so that OpenCL's loader loads rocjfr as a"
                    + " layer.");
      }
    }
    EndOfRecording.Found end = PendingAtEnd.of(items).found();
    if (end.unknown()) {
      return verdict(preferences)
          .of(
              Severity.WARNING.getLimit(),
              "It is unknown whether work is missing at the end of the recording",
              "The recording has no status of the tracer from its end. The JVM probably crashed"
                  + " or was killed. An unknown amount of work may be missing.",
              "End the JVM normally, or dump the recording before its end.");
    }
    if (end.missing() != null && end.missing().any()) {
      return judge(end, preferences);
    }
    if (end.late().any()) {
      return verdict(preferences)
          .with(STATE, text(end))
          .of(
              Severity.INFO.getLimit(),
              "Some calls may lack their work in the recording: {state}",
              "The tracer checks for pending work when a recording stops. If a call ends after"
                  + " that, the tracer cannot tell whether its work is missing.",
              "Synchronise the stream or device before the recording ends, or record longer.");
    }
    boolean withoutRuntime =
        !all.isEmpty() && all.stream().allMatch(RecordedStatus::isWithoutRuntime);
    String openCl =
        all.stream().map(RecordedStatus::openCl).reduce("", (a, b) -> b.isEmpty() ? a : b);
    boolean usedOpenCl = !openCl.isEmpty() || has(items, EventTypes.OPENCL_API);
    if (withoutRuntime && usedOpenCl) {
      return verdict(preferences)
          .with(STATE, openCl.isEmpty() ? "not told" : openCl)
          .fine(0, "The program used OpenCL, but not HIP. Tracing of OpenCL: {state}");
    }
    if (withoutRuntime) {
      return verdict(preferences)
          .fine(0, "The program loaded no HIP runtime, so there was nothing to trace");
    }
    if (Loss.read(items).stream().anyMatch(loss -> loss.count() > 0)) {
      return verdict(preferences)
          .fine(0, "The tracer could see everything, but records were lost: see Records Lost");
    }
    return verdict(preferences).fine(0, "The tracer could see everything");
  }

  /** What still runs at the end is no fault; what has finished is missing for no good reason. */
  private IResult judge(EndOfRecording.Found end, IPreferenceValueProvider preferences) {
    boolean allBusy = end.missing().inFlight() == end.missing().busy();
    Severity severity = allBusy ? Severity.INFO : Severity.WARNING;
    return verdict(preferences)
        .with(STATE, text(end))
        .of(
            severity.getLimit(),
            "Not all work is in the recording: {state}",
            "Some work had been submitted, but not reported, when the recording stopped. Counts"
                + " and totals do not include it.",
            "Synchronise the stream or device before the recording ends, or record longer.");
  }

  private static String text(EndOfRecording.Found end) {
    return String.join(" ", end.missing().sentences(end.late()));
  }

  private static boolean has(IItemCollection items, String... types) {
    return items.apply(OwnItems.of(types)).hasItems();
  }
}
