// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.Ledger.Call;
import io.rocjfr.cli.selftest.Ledger.Kind;
import io.rocjfr.cli.selftest.Ledger.Work;
import java.io.IOException;
import java.util.List;

/** The known work on OpenCL: on a GPU if there is one, else on another device. */
final class OpenClProgram {
  private static final String SCENARIO = "OpenCL";
  private static final String KERNEL = "rocjfr_selftest_spin";
  private static final String SOURCE =
      """
      __kernel void rocjfr_selftest_spin(__global unsigned* out, unsigned loops) {
        unsigned i = get_global_id(0);
        unsigned x = i;
        for (unsigned k = 0; k < loops; ++k) x = x * 1664525u + 1013904223u;
        out[i] = x;
      }
      """;

  private static final long GPUS = 4;
  private static final long ALL = 0xFFFFFFFFL;
  private static final long PROFILING = 2;
  private static final long READ_WRITE = 1;
  private static final int DEVICE_NAME = 0x102B;
  private static final int DEVICE_VERSION = 0x102F;
  private static final int COMMAND_START = 0x1282;
  private static final int COMMAND_END = 0x1283;
  private static final int ITEMS = 64;
  private static final int ROUNDS = 12;
  private static final int STEPS = 20_000;
  private static final long BYTES = 1 << 16;
  private static final GpuStream QUEUE = new GpuStream("queue", null, 0);

  private final Ledger ledger;
  private LedgerCalls cl;
  private Pointer device;
  private Pointer queue;
  private Pointer kernel;
  private Pointer buffer;
  private Pointer second;

  OpenClProgram(Ledger ledger) {
    this.ledger = ledger;
  }

  void run(Recordings recordings) throws IOException {
    try {
      cl = new LedgerCalls(NativeLibrary.getInstance("libOpenCL.so.1"), ledger);
    } catch (UnsatisfiedLinkError e) {
      ledger.scenarios.put(SCENARIO, "there is no libOpenCL.so.1");
      return;
    }
    device = find(GPUS);
    device = device == null ? find(ALL) : device;
    if (device == null) {
      ledger.scenarios.put(SCENARIO, "OpenCL finds no device");
      return;
    }
    ledger.facts.put("OpenCL device", text(DEVICE_NAME) + ", " + text(DEVICE_VERSION));
    ledger.scenarios.put(SCENARIO, "");
    recordings.start("opencl");
    cl.recording("opencl");
    cl.scenario(SCENARIO);
    try {
      work();
    } catch (WorkFailure | UnsatisfiedLinkError e) {
      ledger.failures.put(SCENARIO, String.valueOf(e.getMessage()));
    }
    recordings.stop();
  }

  /** The first device of a type; null if there is none. */
  private Pointer find(long type) {
    try (Memory count = new Memory(Integer.BYTES);
        Memory out = new Memory(Long.BYTES)) {
      count.clear();
      if (cl.ask("clGetPlatformIDs", 0, null, count) != 0 || count.getInt(0) == 0) {
        return null;
      }
      Memory platforms = new Memory((long) Long.BYTES * count.getInt(0));
      int found = count.getInt(0);
      cl.ask("clGetPlatformIDs", found, platforms, null);
      for (int i = 0; i < found; i++) {
        Pointer platform = platforms.getPointer((long) Long.BYTES * i);
        if (cl.ask("clGetDeviceIDs", platform, type, 1, out, null) == 0) {
          return out.getPointer(0);
        }
      }
      return null;
    }
  }

  private String text(int what) {
    try (Memory text = new Memory(1024)) {
      text.clear();
      return cl.ask("clGetDeviceInfo", device, what, text.size(), text, null) == 0
          ? text.getString(0).strip()
          : "";
    }
  }

  private void work() {
    try (Memory devices = new Memory(Long.BYTES);
        Memory sources = new Memory(Long.BYTES);
        Memory source = new Memory(SOURCE.length() + 1L)) {
      devices.setPointer(0, device);
      Pointer context = create("clCreateContext", null, 1, devices, null, null);
      queue = create("clCreateCommandQueue", context, device, PROFILING);
      source.setString(0, SOURCE);
      sources.setPointer(0, source);
      Pointer program = create("clCreateProgramWithSource", context, 1, sources, null);
      cl.call("clBuildProgram", program, 0, null, null, null, null);
      kernel = create("clCreateKernel", program, KERNEL);
      buffer = create("clCreateBuffer", context, READ_WRITE, BYTES, null);
      second = create("clCreateBuffer", context, READ_WRITE, BYTES, null);
      enqueue();
      cl.call("clReleaseMemObject", second);
      cl.call("clReleaseMemObject", buffer);
      cl.call("clReleaseKernel", kernel);
      cl.call("clReleaseProgram", program);
      cl.call("clReleaseCommandQueue", queue);
      cl.call("clReleaseContext", context);
    }
  }

  private Pointer create(String function, Object... arguments) {
    return cl.create(function, arguments);
  }

  private void enqueue() {
    try (Memory host = new Memory(BYTES);
        Memory argument = new Memory(Long.BYTES);
        Memory steps = new Memory(Integer.BYTES);
        Memory global = new Memory(Long.BYTES);
        Memory local = new Memory(Long.BYTES);
        Memory pattern = new Memory(Integer.BYTES);
        Memory event = new Memory(Long.BYTES)) {
      host.clear();
      pattern.clear();
      argument.setPointer(0, buffer);
      cl.call("clSetKernelArg", kernel, 0, (long) Long.BYTES, argument);
      for (int i = 0; i < ROUNDS; i++) {
        long bytes = 4096 + 68L * i;
        done(
            copy(
                cl.call("clEnqueueWriteBuffer", queue, buffer, 1, 0L, bytes, host, 0, null, null),
                bytes,
                "HostToDevice"));
        steps.setInt(0, STEPS);
        cl.call("clSetKernelArg", kernel, 1, (long) Integer.BYTES, steps);
        int groups = 1 + i;
        global.setLong(0, (long) ITEMS * groups);
        local.setLong(0, ITEMS);
        Call launch =
            cl.call(
                "clEnqueueNDRangeKernel", queue, kernel, 1, null, global, local, 0, null, event);
        cl.submitted(
            launch,
            QUEUE,
            new Work(
                Kind.KERNEL,
                KERNEL,
                List.of(groups, 1, 1),
                List.of(ITEMS, 1, 1),
                0,
                "",
                false,
                -1,
                -1,
                -1));
        cl.finished(cl.call("clWaitForEvents", 1, event), null);
        launch.eventNanos = profiled(event.getPointer(0));
        cl.call("clReleaseEvent", event.getPointer(0));
        copy(
            cl.call("clEnqueueCopyBuffer", queue, buffer, second, 0L, 0L, bytes + 4, 0, null, null),
            bytes + 4,
            "DeviceToDevice");
        fill(
            cl.call(
                "clEnqueueFillBuffer", queue, second, pattern, 4L, 0L, bytes + 8, 0, null, null),
            bytes + 8);
        copy(
            cl.call("clEnqueueReadBuffer", queue, buffer, 0, 0L, bytes + 12, host, 0, null, null),
            bytes + 12,
            "DeviceToHost");
        cl.finished(cl.call("clFinish", queue), null);
      }
      check(host);
    }
  }

  private long profiled(Pointer event) {
    try (Memory out = new Memory(Long.BYTES)) {
      cl.ask("clGetEventProfilingInfo", event, COMMAND_START, (long) Long.BYTES, out, null);
      long start = out.getLong(0);
      cl.ask("clGetEventProfilingInfo", event, COMMAND_END, (long) Long.BYTES, out, null);
      return Math.max(1, out.getLong(0) - start);
    }
  }

  private void check(Memory host) {
    for (int item = 0; item < ITEMS; item++) {
      int is = host.getInt((long) item * Integer.BYTES);
      int expected = Kernels.spun(item, STEPS);
      if (is != expected) {
        ledger.failures.put(
            "results", "OpenCL: work-item " + item + " wrote " + is + ", not " + expected);
        return;
      }
    }
  }

  private void done(Call call) {
    cl.finished(call, null, call.id + 1);
  }

  private Call copy(Call call, long bytes, String direction) {
    return cl.submitted(
        call,
        QUEUE,
        new Work(Kind.COPY, "", List.of(), List.of(), bytes, direction, false, -1, -1, -1));
  }

  private void fill(Call call, long bytes) {
    cl.submitted(call, QUEUE, Copies.filled(bytes, -1));
  }
}
