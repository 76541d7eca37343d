// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_ALL;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.clBuildProgram;
import static org.lwjgl.opencl.CL10.clCreateBuffer;
import static org.lwjgl.opencl.CL10.clCreateCommandQueue;
import static org.lwjgl.opencl.CL10.clCreateContext;
import static org.lwjgl.opencl.CL10.clCreateKernel;
import static org.lwjgl.opencl.CL10.clCreateProgramWithSource;
import static org.lwjgl.opencl.CL10.clEnqueueNDRangeKernel;
import static org.lwjgl.opencl.CL10.clEnqueueReadBuffer;
import static org.lwjgl.opencl.CL10.clEnqueueWriteBuffer;
import static org.lwjgl.opencl.CL10.clFinish;
import static org.lwjgl.opencl.CL10.clGetDeviceIDs;
import static org.lwjgl.opencl.CL10.clGetPlatformIDs;
import static org.lwjgl.opencl.CL10.clReleaseCommandQueue;
import static org.lwjgl.opencl.CL10.clReleaseContext;
import static org.lwjgl.opencl.CL10.clReleaseKernel;
import static org.lwjgl.opencl.CL10.clReleaseMemObject;
import static org.lwjgl.opencl.CL10.clReleaseProgram;
import static org.lwjgl.opencl.CL10.clSetKernelArg1p;

import java.io.IOException;
import java.nio.IntBuffer;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryUtil;

/** The same as {@link JoclProgram}, by LWJGL. */
public final class LwjglProgram {
  private LwjglProgram() {}

  public static void main(String[] args) throws IOException {
    int launches = Integer.parseInt(args[0]);
    PointerBuffer platforms = BufferUtils.createPointerBuffer(1);
    check(clGetPlatformIDs(platforms, (IntBuffer) null));
    PointerBuffer devices = BufferUtils.createPointerBuffer(1);
    check(clGetDeviceIDs(platforms.get(0), CL_DEVICE_TYPE_ALL, devices, (IntBuffer) null));
    long device = devices.get(0);
    PointerBuffer properties = BufferUtils.createPointerBuffer(1);
    properties.put(0, 0);
    long context = clCreateContext(properties, device, null, MemoryUtil.NULL, (IntBuffer) null);
    long program = clCreateProgramWithSource(context, Steps.SOURCE, null);
    check(clBuildProgram(program, device, "", null, MemoryUtil.NULL));
    long kernel = clCreateKernel(program, "increment", (IntBuffer) null);
    IntBuffer values = BufferUtils.createIntBuffer(Steps.ITEMS);
    long buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4L * Steps.ITEMS, (IntBuffer) null);
    check(clSetKernelArg1p(kernel, 0, buffer));
    long early = clCreateCommandQueue(context, device, 0, (IntBuffer) null);
    check(clEnqueueWriteBuffer(early, buffer, true, 0, values, null, null));
    launch(early, kernel);
    check(clFinish(early));
    Steps.ready();

    long queue = clCreateCommandQueue(context, device, 0, (IntBuffer) null);
    for (int i = 1; i < launches; i++) {
      launch(queue, kernel);
    }
    launch(early, kernel);
    check(clFinish(early));
    check(clEnqueueReadBuffer(queue, buffer, true, 0, values, null, null));
    check(clReleaseCommandQueue(queue));
    check(clReleaseCommandQueue(early));
    check(clReleaseMemObject(buffer));
    check(clReleaseKernel(kernel));
    check(clReleaseProgram(program));
    check(clReleaseContext(context));
    int[] result = new int[Steps.ITEMS];
    values.get(0, result);
    Steps.done(result, launches + 1);
  }

  private static void launch(long queue, long kernel) {
    PointerBuffer global = BufferUtils.createPointerBuffer(1).put(0, Steps.ITEMS);
    PointerBuffer local = BufferUtils.createPointerBuffer(1).put(0, Steps.LOCAL);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, null, global, local, null, null));
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("OpenCL returned " + result);
    }
  }
}
