// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Whether a recording is complete: each rule where it must speak and where it must not. */
class RecordingRulesTest {
  @Test
  void manyRecordsWereLost() {
    RuleRun.of(
            new RecordsLostRule(),
            recording -> {
              for (int i = 0; i < 100; i++) {
                recording.kernel("a", i * MS, US);
              }
              recording.lost("HipApi", "ringFull", 200);
              recording.lost("HipApi", "ringFull", 90);
              recording.lost("HipOps", "inFlight", 10);
            })
        .is(Severity.WARNING)
        .hasScore(100)
        .says("Lost records: 300 (75 %)")
        .explains("HipApi, ringFull: 290; HipOps, inFlight: 10");
  }

  @Test
  void oneRecordThatWasLostIsSaid() {
    RuleRun.of(
            new RecordsLostRule(),
            recording -> {
              for (int i = 0; i < 999; i++) {
                recording.call("hipInit", i * US, 1);
              }
              recording.lost("HipApi", "ringFull", 1);
            })
        .is(Severity.INFO)
        .says("Lost records: 1 (0.1 %)");
  }

  @Test
  void whatWasLostIsAShareOfOpenClsCallsToo() {
    RuleRun.of(
            new RecordsLostRule(),
            recording -> {
              for (int i = 0; i < 99; i++) {
                recording.openClCall("clFinish", i * US, 1, "");
              }
              recording.lost("OpenClApi", "ringFull", 1);
            })
        .says("Lost records: 1 (1 %)");
  }

  @Test
  void nothingWasLost() {
    RuleRun.of(new RecordsLostRule(), recording -> recording.lost("All", "exit", 0))
        .is(Severity.OK);
    RuleRun.of(new RecordsLostRule(), recording -> recording.kernel("a", 0, MS)).is(Severity.NA);
  }

  @Test
  void jmcGaveEventsTwice() {
    RuleRun.of(
            new ReadTwiceRule(),
            recording -> {
              recording.kernel("a", 2 * MS, 5 * MS);
              recording.kernel("b", 2 * MS, 6 * MS);
              recording.kernel("c", 5 * MS, 9 * MS);
              recording.kernel("d", 5 * MS, 3 * MS);
              recording.kernel("e", 8 * MS, MS);
              recording.kernel("f", 8 * MS, 2 * MS);
            })
        .is(Severity.WARNING)
        .says("JMC read 2 events twice, and lost others")
        .explains("counts and totals are too small");
  }

  @Test
  void jmcGaveEachEventOnce() {
    RuleRun.of(new ReadTwiceRule(), recording -> recording.kernel("a", 0, MS)).is(Severity.OK);
    RuleRun.of(new ReadTwiceRule(), recording -> {}).is(Severity.NA);
  }

  @Test
  void allEventsAreOurs() {
    RuleRun.of(new ForeignEventsRule(), recording -> recording.kernel("a", 0, MS))
        .is(Severity.OK)
        .says("rocjfr wrote all events that have its names");
  }

  @Test
  void anotherToolHadTheHook() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("on", 1, "");
              recording.status("taken by libroctracer64.so.4", 1, "roctracer");
            })
        .is(Severity.WARNING)
        .hasScore(75)
        .says("taken by libroctracer64.so.4")
        .explains("roctracer");
  }

  @Test
  void theTracerSaysWhatItCouldNotDo() {
    RuleRun.of(
            new TracerStateRule(),
            recording ->
                recording.status("on: the work of 1000 or more calls is not joined", 1, ""))
        .is(Severity.WARNING)
        .says("The tracer reports a problem: the work of 1000 or more calls is not joined");
  }

  @Test
  void theTracerSawAll() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("noRuntime", -1, "");
              recording.status("on", 1, "");
            })
        .is(Severity.OK)
        .says("The tracer could see everything");
  }

  @Test
  void aProgramWithoutARuntimeHadNothingToTrace() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("noRuntime", -1, "");
              recording.status("noRuntime", -1, "");
            })
        .is(Severity.OK)
        .says("The program loaded no HIP runtime");
  }

  /** A JVM that was killed may have had no time to say it. */
  @Test
  void aProgramThatUsedTheGpuHadARuntimeWhateverWasSaid() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("noRuntime", -1, "");
              recording.kernel("gemm", 0, MS);
            })
        .is(Severity.WARNING)
        .says("It is unknown whether work is missing");
  }

  @Test
  void workWasNotReportedAtTheEnd() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(1, 7, 0, 99, 0); // and came later
              recording.pending(2, 7, 0, 12, 0);
              recording.pending(1, 8, 0, 0, 1);
            })
        .is(Severity.WARNING)
        .says(
            "Not all work is in the recording: 12 pieces of work had finished, but HIP had not"
                + " reported")
        .explains("Counts and totals do not include it");
  }

  @Test
  void olderRecordingsTellOfCalls() {
    RuleRun.of(new TracerStateRule(), recording -> recording.pendingCalls(150))
        .is(Severity.WARNING)
        .says("The work of 150 calls was not reported at the end of the recording");
  }

  @Test
  void whatStillRanAtTheEndIsSaid() {
    RuleRun.of(new TracerStateRule(), recording -> recording.pending(1, 7, 3, 0, 0))
        .is(Severity.INFO)
        .says("3 pieces of work were still queued or running at the end of the recording.");
  }

  @Test
  void whatWasPendingAndCameIsNotMissing() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(1, 7, 3, 0, 0);
              recording.pending(2, 7, 0, 0, 0);
            })
        .is(Severity.OK)
        .says("The tracer could see everything");
  }

  @Test
  void whatCameAfterTheStatusIsNotMissing() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(10, 7, 1, 2, 0);
              recording.pendingCall(10, 1, "busy");
              recording.pendingCall(10, 2, "finished");
              recording.launch("gemm", US, US, 1, "unknown");
              recording.launch("gemm", US, US, 2, "unknown");
              recording.kernel("gemm", 0, 1, 13 * US, US, 1);
              recording.kernel("gemm", 0, 1, 13 * US, US, 2);
            })
        .is(Severity.WARNING)
        .says("1 piece of work had finished, but HIP had not reported it");
  }

  @Test
  void theEndOfARecordingWithoutAStatusSinceHipWasLoadedIsUnknown() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("noRuntime", -1, "");
              recording.launch("gemm", 11 * US, US, 1, "unknown");
            })
        .is(Severity.WARNING)
        .says("It is unknown whether work is missing at the end of the recording")
        .explains("The JVM probably crashed or was killed");
  }

  @Test
  void aJvmThatIsNotReadIsSaid() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> recording.notSeen("Java threads are not seen: no tables."))
        .is(Severity.WARNING)
        .says("The tracer could not see everything: Java threads are not seen: no tables.");
  }

  @Test
  void aCallAfterTheLastStatusMayLackItsWork() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(10, 7, 0, 0, 0);
              recording.launch("gemm", 11 * US, US, 1, "unknown");
              recording.launch("gemm", 12 * US, US, 2, "unknown");
              recording.kernel("gemm", 0, 1, 13 * US, US, 2);
            })
        .is(Severity.INFO)
        .says("Some calls may lack their work in the recording: 1 call is without work")
        .says("All finished work from before that was reported.")
        .explains("the tracer cannot tell whether its work is missing");
  }

  @Test
  void whatIsPendingAndWhatCameAfterAreSaidTogether() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(10, 7, 0, 12, 0);
              recording.launch("gemm", 11 * US, US, 1, "unknown");
            })
        .is(Severity.WARNING)
        .says("12 pieces of work had finished, but HIP had not reported")
        .says("1 call is without work in the file");
  }

  @Test
  void callsBeforeTheLastStatusOfAllProcessesAndThoseThatFailedAreNotLate() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(10, 7, 0, 0, 0);
              recording.launch("gemm", 15 * US, US, 1, "unknown");
              recording.pending(20, 8, 0, 0, 0);
              recording.launch("gemm", 21 * US, US, 2, "hipErrorOutOfMemory");
              recording.openClCall("clEnqueueNDRangeKernel", 22 * US, US, 3, "");
            })
        .is(Severity.OK)
        .says("The tracer could see everything");
  }

  @Test
  void anOpenClPieceIsNoCallsOfHip() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pending(10, 7, 0, 0, 0);
              recording.launch("gemm", 11 * US, US, 1, "unknown");
              recording.openClKernel("gemm", "pocl", 1, 12 * US, US, 1);
            })
        .is(Severity.INFO)
        .says("1 call is without work");
  }

  @Test
  void olderRecordingsHaveLateCallsToo() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.pendingCalls(0);
              recording.call("hipModuleLaunchKernel", 7, US, US, 1);
            })
        .is(Severity.INFO)
        .says("1 call is without work");
  }

  @Test
  void whereRecordsWereLostNotAllWasSeen() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.status("on", 1, "");
              recording.lost("HipOps", "ringFull", 1);
            })
        .is(Severity.OK)
        .says("but records were lost");
  }
}
