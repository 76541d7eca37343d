// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import static org.jocl.CL.CL_DEVICE_TYPE_ALL;
import static org.jocl.CL.CL_MEM_READ_WRITE;
import static org.jocl.CL.CL_TRUE;
import static org.jocl.CL.clBuildProgram;
import static org.jocl.CL.clCreateBuffer;
import static org.jocl.CL.clCreateCommandQueue;
import static org.jocl.CL.clCreateContext;
import static org.jocl.CL.clCreateKernel;
import static org.jocl.CL.clCreateProgramWithSource;
import static org.jocl.CL.clEnqueueNDRangeKernel;
import static org.jocl.CL.clEnqueueReadBuffer;
import static org.jocl.CL.clEnqueueWriteBuffer;
import static org.jocl.CL.clFinish;
import static org.jocl.CL.clGetDeviceIDs;
import static org.jocl.CL.clGetPlatformIDs;
import static org.jocl.CL.clReleaseCommandQueue;
import static org.jocl.CL.clReleaseContext;
import static org.jocl.CL.clReleaseKernel;
import static org.jocl.CL.clReleaseMemObject;
import static org.jocl.CL.clReleaseProgram;
import static org.jocl.CL.clSetKernelArg;
import static org.jocl.CL.setExceptionsEnabled;

import java.io.IOException;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;

/**
 * Launches a kernel as often as its argument says, by JOCL: once before the line, then the rest.
 */
public final class JoclProgram {
  private JoclProgram() {}

  @SuppressWarnings("deprecation") // queues as most programs make them
  public static void main(String[] args) throws IOException {
    int launches = Integer.parseInt(args[0]);
    setExceptionsEnabled(true);
    cl_platform_id[] platforms = new cl_platform_id[1];
    clGetPlatformIDs(1, platforms, null);
    cl_device_id[] devices = new cl_device_id[1];
    clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 1, devices, null);
    cl_context context = clCreateContext(null, 1, devices, null, null, null);
    cl_program program =
        clCreateProgramWithSource(context, 1, new String[] {Steps.SOURCE}, null, null);
    clBuildProgram(program, 0, null, null, null, null);
    cl_kernel kernel = clCreateKernel(program, "increment", null);
    int[] values = new int[Steps.ITEMS];
    long bytes = (long) Steps.ITEMS * Sizeof.cl_int;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, null, null);
    clSetKernelArg(kernel, 0, Sizeof.cl_mem, Pointer.to(buffer));
    cl_command_queue early = clCreateCommandQueue(context, devices[0], 0, null);
    clEnqueueWriteBuffer(early, buffer, CL_TRUE, 0, bytes, Pointer.to(values), 0, null, null);
    launch(early, kernel);
    clFinish(early);
    Steps.ready();

    cl_command_queue queue = clCreateCommandQueue(context, devices[0], 0, null);
    for (int i = 1; i < launches; i++) {
      launch(queue, kernel);
    }
    launch(early, kernel);
    clFinish(early);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, Pointer.to(values), 0, null, null);
    clReleaseCommandQueue(queue);
    clReleaseCommandQueue(early);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseContext(context);
    Steps.done(values, launches + 1);
  }

  private static void launch(cl_command_queue queue, cl_kernel kernel) {
    long[] global = {Steps.ITEMS};
    long[] local = {Steps.LOCAL};
    clEnqueueNDRangeKernel(queue, kernel, 1, null, global, local, 0, null, null);
  }
}
