// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.opencl;

import static org.jocl.CL.CL_DEVICE_QUEUE_PROPERTIES;
import static org.jocl.CL.CL_DEVICE_TYPE_ALL;
import static org.jocl.CL.CL_MEM_READ_WRITE;
import static org.jocl.CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
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
import static org.jocl.CL.clGetDeviceInfo;
import static org.jocl.CL.clGetPlatformIDs;
import static org.jocl.CL.clReleaseEvent;
import static org.jocl.CL.clSetKernelArg;
import static org.jocl.CL.setExceptionsEnabled;

import io.rocjfr.load.LoadThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;

/**
 * OpenCL by JOCL from eight threads (virtual ones where the JDK has them) on four queues, in and
 * out of order:
 *
 * <ul>
 *   <li>{@code launches COUNT}: so many launches by each thread
 *   <li>{@code recordings COUNT FOLDER}: until so many recordings were begun and ended meanwhile;
 *       they are in the folder as 0.jfr, 1.jfr, ...; then 200 launches by each in last.jfr
 *   <li>{@code overlapping FOLDER}: 200 launches by each in first.jfr alone, in both, in second.jfr
 *       alone
 * </ul>
 */
public final class ManyThreads {
  private static final int THREADS = 8;
  private static final int QUEUES = 4;

  /** Queues stay short. */
  private static final int LAUNCHES_TO_A_FINISH = 50;

  /** For each recording. */
  private static final int LAUNCHES_WHILE_RECORDING = 400;

  /** Of each thread, in the last recording, and in each part of overlapping ones. */
  private static final int LAUNCHES_AT_THE_END = 200;

  private final cl_context context;
  private final cl_program program;
  private final List<cl_command_queue> queues = new ArrayList<>();
  private final AtomicLong launched = new AtomicLong();
  private final Semaphore perLaunch = new Semaphore(0);
  private final AtomicInteger wrong = new AtomicInteger();

  @SuppressWarnings("deprecation") // queues as most programs make them
  private ManyThreads() {
    setExceptionsEnabled(true);
    cl_platform_id[] platforms = new cl_platform_id[1];
    clGetPlatformIDs(1, platforms, null);
    cl_device_id[] devices = new cl_device_id[1];
    clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 1, devices, null);
    context = clCreateContext(null, 1, devices, null, null, null);
    program = clCreateProgramWithSource(context, 1, new String[] {Steps.SOURCE}, null, null);
    clBuildProgram(program, 0, null, null, null, null);
    long[] has = new long[1];
    clGetDeviceInfo(devices[0], CL_DEVICE_QUEUE_PROPERTIES, Sizeof.cl_ulong, Pointer.to(has), null);
    for (int i = 0; i < QUEUES; i++) {
      // AMD's has none out of order.
      long order = i % 2 == 0 ? 0 : has[0] & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
      queues.add(clCreateCommandQueue(context, devices[0], order, null));
    }
  }

  public static void main(String[] args) throws IOException {
    ManyThreads load = new ManyThreads();
    System.err.println("opencl: begun");
    if (args[0].equals("launches")) {
      load.start(Long.parseLong(args[1])).forEach(LoadThreads::join);
      load.report();
    } else if (args[0].equals("overlapping")) {
      load.overlap(Path.of(args[1]));
    } else {
      load.record(Integer.parseInt(args[1]), Path.of(args[2]));
    }
  }

  private void overlap(Path folder) throws IOException {
    try (Recording first = new Recording();
        Recording second = new Recording()) {
      first.start();
      start(LAUNCHES_AT_THE_END).forEach(LoadThreads::join);
      second.start();
      start(LAUNCHES_AT_THE_END).forEach(LoadThreads::join);
      first.stop();
      start(LAUNCHES_AT_THE_END).forEach(LoadThreads::join);
      second.stop();
      first.dump(folder.resolve("first.jfr"));
      second.dump(folder.resolve("second.jfr"));
    }
    report();
  }

  private void record(int count, Path folder) throws IOException {
    List<Thread> threads = start(Long.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      try (Recording recording = new Recording()) {
        recording.start();
        perLaunch.drainPermits();
        perLaunch.acquireUninterruptibly(LAUNCHES_WHILE_RECORDING);
        recording.stop();
        recording.dump(folder.resolve(i + ".jfr"));
      }
    }
    threads.forEach(Thread::interrupt);
    threads.forEach(LoadThreads::join);
    try (Recording recording = new Recording()) {
      recording.start();
      start(LAUNCHES_AT_THE_END).forEach(LoadThreads::join);
      recording.stop();
      recording.dump(folder.resolve("last.jfr"));
    }
    report();
  }

  private void report() {
    System.err.println(
        "opencl: done, launches: " + launched.get() + ", wrong results: " + wrong.get());
  }

  private List<Thread> start(long launches) {
    boolean virtual = Runtime.version().feature() >= 21;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      cl_command_queue queue = queues.get(i % QUEUES);
      threads.add(LoadThreads.start(virtual, "opencl-" + i, () -> launch(queue, launches)));
    }
    return threads;
  }

  /** Each launch waits for the one before: also where the queue keeps no order. */
  private void launch(cl_command_queue queue, long launches) {
    int expected = 0;
    try {
      cl_kernel kernel = clCreateKernel(program, "increment", null);
      int[] values = new int[Steps.ITEMS];
      long bytes = (long) Steps.ITEMS * Sizeof.cl_int;
      cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, null, null);
      clSetKernelArg(kernel, 0, Sizeof.cl_mem, Pointer.to(buffer));
      clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, Pointer.to(values), 0, null, null);
      cl_event[] before = null;
      while (expected < launches && !Thread.currentThread().isInterrupted()) {
        cl_event event = new cl_event();
        clEnqueueNDRangeKernel(
            queue,
            kernel,
            1,
            null,
            new long[] {Steps.ITEMS},
            new long[] {Steps.LOCAL},
            before == null ? 0 : 1,
            before,
            event);
        expected++;
        launched.incrementAndGet();
        perLaunch.release();
        if (before != null) {
          clReleaseEvent(before[0]);
        }
        before = new cl_event[] {event};
        if (expected % LAUNCHES_TO_A_FINISH == 0) {
          clFinish(queue);
        }
      }
      clFinish(queue);
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, Pointer.to(values), 0, null, null);
      for (int value : values) {
        if (value != expected) {
          wrong.incrementAndGet();
        }
      }
    } catch (RuntimeException e) {
      wrong.incrementAndGet();
      e.printStackTrace();
    }
  }
}
