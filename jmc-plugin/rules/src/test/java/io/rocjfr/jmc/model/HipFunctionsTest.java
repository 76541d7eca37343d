// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HipFunctionsTest {
  @Test
  void namesSayWhatFunctionsDo() {
    assertThat(HipFunctions.isSynchronisation("hipDeviceSynchronize")).isTrue();
    assertThat(HipFunctions.isSynchronisation("hipStreamSynchronize_spt")).isTrue();
    assertThat(HipFunctions.isSynchronisation("hipStreamWaitEvent")).isFalse();
    assertThat(HipFunctions.isBlockingCopy("hipMemcpyDtoH")).isTrue();
    assertThat(HipFunctions.isBlockingCopy("hipMemcpyDtoHAsync")).isFalse();
    assertThat(HipFunctions.isBlockingCopy("hipMemGetInfo")).isFalse();
    assertThat(HipFunctions.isAllocation("hipMallocManaged")).isTrue();
    assertThat(HipFunctions.isAllocation("hipHostMalloc")).isTrue();
    assertThat(HipFunctions.isAllocation("hipMallocFromPoolAsync")).isFalse();
    assertThat(HipFunctions.isFree("hipFree")).isTrue();
    assertThat(HipFunctions.isFree("hipHostFree")).isTrue();
    assertThat(HipFunctions.isFree("hipFreeAsync")).isFalse();
    assertThat(HipFunctions.isErrorText("hipDrvGetErrorString")).isTrue();
    assertThat(HipFunctions.isErrorText("hipGetLastError")).isFalse();
  }
}
