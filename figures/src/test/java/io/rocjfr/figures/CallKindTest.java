// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallKindTest {
  @ParameterizedTest
  @CsvSource({
    "hipEventQuery, event, WAITING",
    "hipStreamQuery_spt, stream, WAITING",
    "hipDeviceSynchronize, wait, WAITING",
    "hipMemcpy, copy, COPYING",
    "hipMemcpyAsync, copy, SUBMITTING_COPY",
    "clEnqueueReadBuffer, copy, COPYING",
    "hipFree, memory, FREEING",
    "hipFreeAsync, memory, FREEING",
    "hipMemPoolTrimTo, memory, FREEING",
    "hipMalloc, memory, ALLOCATING",
    "hipMallocFromPoolAsync, memory, ALLOCATING",
    "hipMemMapArrayAsync, memory, ALLOCATING",
    "hipHostRegister, memory, ALLOCATING",
    "hipHostUnregister, memory, FREEING",
    "hipMemGetInfo, memory, OTHER",
    "hipInit, device, LOADING",
    "hipModuleLoad, module, LOADING",
    "hipModuleGetFunction, module, LOADING",
    "clSetKernelArg, module, LAUNCHING",
    "clSetKernelExecInfo, module, LOADING",
    "hipLaunchKernel, launch, LAUNCHING",
  })
  void knownFunctionsGoByTheCatalogue(String function, String category, CallKind kind) {
    assertThat(CallKind.of(function, category)).isEqualTo(kind);
    assertThat(FunctionCatalogue.categoryOf(function)).isEqualTo(category);
    // Whatever their events say, as those of another version may.
    assertThat(CallKind.of(function, "other")).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "launch, LAUNCHING",
    "copy, SUBMITTING_COPY",
    "wait, WAITING",
    "module, LOADING",
    "memory, OTHER",
    "other, OTHER",
    "of another version, OTHER",
  })
  void functionsOfLaterReleasesGoByTheirEvents(String category, CallKind kind) {
    assertThat(CallKind.of("hipFunctionOfNextYear", category)).isEqualTo(kind);
  }
}
