// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.LateCalls.Found;
import org.junit.jupiter.api.Test;

/** Which calls ended after the last look, and lack their work. */
class LateCallsTest {
  private final LateCalls late = new LateCalls();

  private void launch(long id, long end) {
    launch(id, end, "unknown");
  }

  private void launch(long id, long end, String result) {
    late.addCall(id, end, "hipLaunchKernel", "gemm", 0, result);
  }

  @Test
  void aLateCallWithoutWorkIsFound() {
    late.addLook(100);
    launch(1, 101);
    assertThat(late.found()).isEqualTo(new Found(1, false));
    assertThat(late.isKnown()).isTrue();
  }

  @Test
  void aLateCallWithWorkIsNot() {
    late.addLook(100);
    launch(1, 101);
    late.addWork(1);
    late.addWork(2); // and before its call
    late.addWork(2);
    launch(2, 102);
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void anEarlyCallIsNot() {
    launch(1, 99);
    late.addLook(100);
    launch(2, 100);
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void theLastLookCounts() {
    late.addLook(100);
    launch(1, 150);
    launch(2, 250);
    late.addLook(200);
    late.addLook(50); // in any order
    launch(3, 120);
    assertThat(late.found()).isEqualTo(new Found(1, false));
    late.addWork(2);
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void aCallThatFailedSubmittedNothing() {
    late.addLook(100);
    launch(1, 101, "hipErrorInvalidValue");
    launch(2, 101, "");
    launch(3, 101, "unknown");
    assertThat(late.found().calls()).as("success, and what nobody was asked for").isEqualTo(2);
  }

  @Test
  void withoutALookNothingIsKnown() {
    launch(1, 101);
    assertThat(late.isKnown()).isFalse();
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void whatNothingJoinsIsLeftOut() {
    late.addLook(100);
    launch(0, 101);
    late.addWork(0);
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void neighbouringIdsAreToldApart() {
    for (long id = 1; id <= 10_000; id += 2) {
      late.addWork(id);
    }
    late.addWork(Long.MAX_VALUE);
    late.addWork(-2);
    for (long id = 1; id <= 10_000; id++) {
      launch(id, 101);
    }
    launch(Long.MAX_VALUE, 101);
    launch(-2, 101);
    late.addLook(100);
    assertThat(late.found()).isEqualTo(new Found(5_000, false));
  }

  @Test
  void thereMayBeMoreThanAreKept() {
    late.addLook(100);
    for (int id = 1; id <= LateCalls.MOST_CALLS + 1; id++) {
      launch(id, 101);
    }
    Found found = late.found();
    assertThat(found).isEqualTo(new Found(LateCalls.MOST_CALLS, true));
    assertThat(found.sentence()).startsWith("At least 131,072 calls are without work");
    late.addLook(101);
    assertThat(late.found()).isEqualTo(Found.NONE);
  }

  @Test
  void launchesCopiesAndFillsSubmitWork() {
    assertThat(LateCalls.submits("hipModuleLaunchKernel", "gemm", 0)).isTrue();
    assertThat(LateCalls.submits("hipLaunchByPtr", "", 0)).isTrue();
    assertThat(LateCalls.submits("hipGraphLaunch", "", 0)).isTrue();
    assertThat(LateCalls.submits("hipGraphLaunch_spt", "", 0)).isTrue();
    assertThat(LateCalls.submits("hipMemcpyAsync", "", 4)).isTrue();
    assertThat(LateCalls.submits("hipMemcpy", "", 4)).isTrue();
    assertThat(LateCalls.submits("hipDrvMemcpy3DAsync", "", 4)).isTrue();
    assertThat(LateCalls.submits("hipMemsetD32Async", "", 4)).isTrue();
  }

  @Test
  void otherCallsDoNot() {
    assertThat(LateCalls.submits("hipMemcpyAsync", "", 0)).isFalse();
    assertThat(LateCalls.submits("hipMalloc", "", 4)).isFalse();
    assertThat(LateCalls.submits("hipMemPrefetchAsync", "", 4)).isFalse();
    assertThat(LateCalls.submits("hipLaunchHostFunc", "", 0)).isFalse();
    assertThat(LateCalls.submits("hipGraphAddKernelNode", "gemm", 0)).isFalse();
    assertThat(LateCalls.submits("hipDrvGraphAddMemcpyNode", "", 4)).isFalse();
    assertThat(LateCalls.submits("hipStreamSynchronize", "", 0)).isFalse();
  }

  @Test
  void theWordsFollowTheNumber() {
    assertThat(new Found(1, false).sentence())
        .isEqualTo(
            "1 call is without work in the file: it ended after the last check for pending"
                + " work. Its work may have come too late. Or there was none (as in a capture),"
                + " or the settings leave it out. Remedy: synchronise the stream or device"
                + " before the end.");
    assertThat(new Found(1, false).plus(new Found(2, false)).sentence())
        .startsWith("3 calls are without work in the file: they ended after")
        .contains("Their work may have come too late.");
  }

  @Test
  void allFromBeforeIsSaidWhereNothingElseIsMissing() {
    Found found = new Found(2, false);
    assertThat(Unreported.NONE.sentences(found))
        .containsExactly(found.sentence(), "All finished work from before that was reported.");
    assertThat(Unreported.NONE.sentences(Found.NONE))
        .containsExactly("All finished work was reported.");
    assertThat(new Unreported(3, 3, 0, 0, 0).sentences(found))
        .hasSize(2)
        .last()
        .isEqualTo(found.sentence());
  }
}
