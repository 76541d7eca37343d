// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FunctionCatalogueTest {
  @Test
  void whatHipsFunctionsDo() {
    assertThat(FunctionCatalogue.waits("hipDeviceSynchronize")).isTrue();
    assertThat(FunctionCatalogue.waits("hipStreamSynchronize_spt")).isTrue();
    assertThat(FunctionCatalogue.waits("hipStreamWaitEvent")).isFalse();
    assertThat(FunctionCatalogue.blocks("hipMemcpyDtoH")).isTrue();
    assertThat(FunctionCatalogue.blocks("hipMemcpyDtoHAsync")).isFalse();
    assertThat(FunctionCatalogue.blocks("hipMemGetInfo")).isFalse();
    assertThat(FunctionCatalogue.allocates("hipMallocManaged")).isTrue();
    assertThat(FunctionCatalogue.allocates("hipHostMalloc")).isTrue();
    assertThat(FunctionCatalogue.allocates("hipMallocFromPoolAsync")).isFalse();
    assertThat(FunctionCatalogue.frees("hipFree")).isTrue();
    assertThat(FunctionCatalogue.frees("hipHostFree")).isTrue();
    assertThat(FunctionCatalogue.frees("hipFreeAsync")).isFalse();
    assertThat(FunctionCatalogue.tellsError("hipDrvGetErrorString")).isTrue();
    assertThat(FunctionCatalogue.tellsError("hipGetLastError")).isFalse();
  }

  /** What is allocated by a function that counts is freed by one that counts. */
  @Test
  void allocationsHaveTheirFrees() {
    assertThat(FunctionCatalogue.allocates("hipMallocMipmappedArray")).isTrue();
    assertThat(FunctionCatalogue.frees("hipFreeMipmappedArray")).isTrue();
    assertThat(FunctionCatalogue.allocates("hipMipmappedArrayCreate")).isTrue();
    assertThat(FunctionCatalogue.frees("hipMipmappedArrayDestroy")).isTrue();
    assertThat(FunctionCatalogue.allocates("hipArrayCreate")).isTrue();
    assertThat(FunctionCatalogue.frees("hipArrayDestroy")).isTrue();
    assertThat(FunctionCatalogue.allocates("hipMemCreate")).isFalse();
    assertThat(FunctionCatalogue.allocates("hipHostRegister")).isFalse();
    assertThat(FunctionCatalogue.frees("hipHostUnregister")).isFalse();
  }

  @Test
  void categoriesFollowTheirPrecedence() {
    assertThat(FunctionCatalogue.categoryOf("hipGraphLaunch")).isEqualTo("launch");
    assertThat(FunctionCatalogue.categoryOf("hipMemset")).isEqualTo("memory");
    assertThat(FunctionCatalogue.categoryOf("hipMemcpy")).isEqualTo("copy");
    assertThat(FunctionCatalogue.categoryOf("hipStreamWaitEvent")).isEqualTo("event");
    assertThat(FunctionCatalogue.categoryOf("hipEventQuery")).isEqualTo("event");
    assertThat(FunctionCatalogue.categoryOf("hipStreamIsCapturing")).isEqualTo("graph");
    assertThat(FunctionCatalogue.categoryOf("hipLaunchHostFunc")).isEqualTo("stream");
    assertThat(FunctionCatalogue.categoryOf("hipFunctionOfNextYear")).isEqualTo("other");
  }

  /** Of graphs, and of OpenCL's buffers of commands, which are extensions. */
  @Test
  void whatLaunchesGraphs() {
    assertThat(FunctionCatalogue.launchesGraph("hipGraphLaunch")).isTrue();
    assertThat(FunctionCatalogue.launchesGraph("hipGraphLaunch_spt")).isTrue();
    assertThat(FunctionCatalogue.launchesGraph("hipGraphInstantiate")).isFalse();
    assertThat(FunctionCatalogue.launchesGraph("hipGraphLaunchOfNextYear")).isFalse();
    assertThat(FunctionCatalogue.launchesGraph("clEnqueueCommandBufferKHR")).isTrue();
    assertThat(FunctionCatalogue.categoryOf("clEnqueueCommandBufferKHR")).isEqualTo("launch");
    assertThat(FunctionCatalogue.categoryOf("clCreateCommandBufferKHR")).isEqualTo("graph");
    assertThat(FunctionCatalogue.categoryOf("clCreateCommandQueueWithPropertiesKHR"))
        .isEqualTo("stream");
  }

  @Test
  void whatOpenClsFunctionsDo() {
    assertThat(FunctionCatalogue.waits("clFinish")).isTrue();
    assertThat(FunctionCatalogue.waits("clFlush")).isFalse();
    assertThat(FunctionCatalogue.blocks("clEnqueueReadBuffer")).isFalse();
    assertThat(FunctionCatalogue.mayBlock("clEnqueueReadBufferRect")).isTrue();
    assertThat(FunctionCatalogue.mayBlock("clEnqueueCopyBuffer")).isFalse();
    assertThat(FunctionCatalogue.allocates("clCreateBufferWithProperties")).isTrue();
    assertThat(FunctionCatalogue.allocates("clCreateSubBuffer")).isFalse();
    assertThat(FunctionCatalogue.frees("clReleaseMemObject")).isTrue();
    assertThat(FunctionCatalogue.references("clCreateFromGLBuffer")).isTrue();
  }
}
