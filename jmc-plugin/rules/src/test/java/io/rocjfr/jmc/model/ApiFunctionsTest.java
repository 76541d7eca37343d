// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApiFunctionsTest {
  @Test
  void namesSayWhatFunctionsDo() {
    assertThat(ApiFunctions.isSynchronisation("hipDeviceSynchronize")).isTrue();
    assertThat(ApiFunctions.isSynchronisation("hipStreamSynchronize_spt")).isTrue();
    assertThat(ApiFunctions.isSynchronisation("hipStreamWaitEvent")).isFalse();
    assertThat(ApiFunctions.isBlockingCopy("hipMemcpyDtoH")).isTrue();
    assertThat(ApiFunctions.isBlockingCopy("hipMemcpyDtoHAsync")).isFalse();
    assertThat(ApiFunctions.isBlockingCopy("hipMemGetInfo")).isFalse();
    assertThat(ApiFunctions.isAllocation("hipMallocManaged")).isTrue();
    assertThat(ApiFunctions.isAllocation("hipHostMalloc")).isTrue();
    assertThat(ApiFunctions.isAllocation("hipMallocFromPoolAsync")).isFalse();
    assertThat(ApiFunctions.isFree("hipFree")).isTrue();
    assertThat(ApiFunctions.isFree("hipHostFree")).isTrue();
    assertThat(ApiFunctions.isFree("hipFreeAsync")).isFalse();
    assertThat(ApiFunctions.isErrorText("hipDrvGetErrorString")).isTrue();
    assertThat(ApiFunctions.isErrorText("hipGetLastError")).isFalse();
  }

  @Test
  void whatOpenClsFunctionsDo() {
    assertThat(ApiFunctions.isSynchronisation("clFinish")).isTrue();
    assertThat(ApiFunctions.isSynchronisation("clFlush")).isFalse();
    assertThat(ApiFunctions.isBlockingCopy("clEnqueueReadBuffer")).isFalse();
    assertThat(ApiFunctions.mayBlock("clEnqueueReadBufferRect")).isTrue();
    assertThat(ApiFunctions.mayBlock("clEnqueueCopyBuffer")).isFalse();
    assertThat(ApiFunctions.isAllocation("clCreateBufferWithProperties")).isTrue();
    assertThat(ApiFunctions.isAllocation("clCreateSubBuffer")).isFalse();
    assertThat(ApiFunctions.isFree("clReleaseMemObject")).isTrue();
    assertThat(ApiFunctions.isReference("clCreateFromGLBuffer")).isTrue();
  }
}
