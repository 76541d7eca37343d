// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.nio.ByteBuffer;

/** Decodes groups of slots. Used by the drain thread. */
final class GroupReader {
  private static final CopyDirection[] DIRECTIONS = new CopyDirection[16];

  static {
    DIRECTIONS[Layout.COPY_HOST_TO_HOST] = CopyDirection.HOST_TO_HOST;
    DIRECTIONS[Layout.COPY_HOST_TO_DEVICE] = CopyDirection.HOST_TO_DEVICE;
    DIRECTIONS[Layout.COPY_DEVICE_TO_HOST] = CopyDirection.DEVICE_TO_HOST;
    DIRECTIONS[Layout.COPY_DEVICE_TO_DEVICE] = CopyDirection.DEVICE_TO_DEVICE;
    DIRECTIONS[Layout.COPY_FILL] = CopyDirection.FILL;
    DIRECTIONS[Layout.COPY_MAP] = CopyDirection.MAP;
    DIRECTIONS[Layout.COPY_UNMAP] = CopyDirection.UNMAP;
  }

  private static final String HIP = "HIP";
  static final String OPENCL = "OpenCL";

  /** By Layout.OP_*. */
  private static final ActivityKind[] OP_KINDS = {
    ActivityKind.KERNEL_DISPATCH, ActivityKind.MEM_COPY, ActivityKind.BARRIER
  };

  private final Clocks clocks;
  private final NameCache names;
  private final ThreadCache threads;
  private final ApiFunctions functions;
  private final CallResults results;
  private final CopyKinds copyKinds;
  private final Devices devices;
  private final MessageCache messages = new MessageCache();
  private long roctxNumber;

  GroupReader(Tracer tracer, Clocks clocks, ApiFunctions functions) {
    this.clocks = clocks;
    this.functions = functions;
    names = new NameCache(tracer);
    threads = new ThreadCache(tracer);
    results = new CallResults(tracer);
    copyKinds = new CopyKinds(tracer);
    devices = new Devices(tracer);
  }

  /** How many slots the group at {@code slot} has; never more than there are. */
  static int slots(Ring ring, long slot, long tail) {
    int slots = ring.memory.getInt(ring.offset(slot) + Layout.META) & 0xFF;
    return (int) Math.min(Math.max(slots, 1), tail - slot);
  }

  /** What the group at {@code slot} is about. */
  static int domain(Ring ring, long slot) {
    return ring.memory.getInt(ring.offset(slot) + Layout.DOMAIN);
  }

  /**
   * Decodes the group at {@code slot}.
   *
   * @return false if it is of no domain or op that we know
   */
  boolean read(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    group.clear();
    return switch (memory.getInt(at + Layout.DOMAIN)) {
      case Layout.HIP_API -> readApi(ring, slot, slots, group);
      case Layout.HIP_OPS -> readOp(ring, slot, slots, group);
      case Layout.OPENCL_API -> readOpenClApi(ring, slot, slots, group);
      case Layout.OPENCL_OPS -> readOpenClOp(ring, slot, slots, group);
      case Layout.ROCTX -> readRoctx(ring, slot, slots, group);
      default -> false;
    };
  }

  private boolean readApi(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    group.kind = ActivityKind.HIP_API;
    group.functionId = memory.getInt(at + Layout.OP);
    group.function = functions.name(group.functionId);
    group.result = results.of(memory.getInt(at + Layout.KIND));
    readActor(memory, at, group);
    group.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    group.bytes = memory.getLong(at + Layout.BYTES);
    if (slots > 1) {
      readSubmit(memory, ring.offset(slot + 1), group);
    }
    return true;
  }

  private boolean readOpenClApi(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    group.kind = ActivityKind.OPENCL_API;
    group.functionId = memory.getInt(at + Layout.OP);
    group.function = functions.openCl().name(group.functionId);
    group.result = results.ofOpenCl(memory.getInt(at + Layout.KIND));
    readActor(memory, at, group);
    group.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    group.bytes = memory.getLong(at + Layout.BYTES);
    if (slots > 1) {
      readSubmit(memory, ring.offset(slot + 1), group);
      group.queue = Math.max(0, group.stream);
      group.stream = -1; // that is HIP's
    }
    return true;
  }

  private boolean readOpenClOp(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    int op = memory.getInt(at + Layout.OP);
    if (op < 0 || op >= OP_KINDS.length || slots < 3) {
      return false;
    }
    int submit = ring.offset(slot + 1);
    int work = ring.offset(slot + 2);
    group.kind = OP_KINDS[op];
    group.api = OPENCL;
    group.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    group.begin = memory.getLong(at + Layout.BEGIN);
    group.end = memory.getLong(at + Layout.END);
    group.bytes = memory.getLong(at + Layout.BYTES);
    readSubmit(memory, submit, group);
    group.queue = memory.getLong(at + Layout.QUEUE_ID);
    group.stream = -1;
    group.externalId = memory.getLong(submit + Layout.SUBMIT_EXTERNAL_ID);
    group.thread = threads.get(memory.getInt(submit + Layout.SUBMIT_THREAD));
    group.osThreadId = group.thread.osThreadId;
    group.queued = memory.getLong(work + Layout.WORK_QUEUED);
    group.submitted = memory.getLong(work + Layout.WORK_SUBMITTED);
    group.globalX = memory.getLong(work + Layout.WORK_GLOBAL_X);
    group.globalY = memory.getLong(work + Layout.WORK_GLOBAL_Y);
    group.globalZ = memory.getLong(work + Layout.WORK_GLOBAL_Z);
    NameCache.Name device = names.get(memory.getInt(work + Layout.WORK_DEVICE_NAME));
    group.deviceName = device == null ? null : device.symbol();
    group.timed = memory.getInt(work + Layout.WORK_UNTIMED) == 0;
    return true;
  }

  /** What the records of the host's threads have in common. */
  private void readActor(ByteBuffer memory, int at, Group group) {
    group.thread = threads.get(memory.getInt(at + Layout.META) >>> 8);
    group.osThreadId = memory.getInt(at + Layout.THREAD_ID);
    group.externalId = memory.getLong(at + Layout.QUEUE_ID);
    group.begin = memory.getLong(at + Layout.BEGIN);
    group.end = memory.getLong(at + Layout.END);
  }

  private boolean readOp(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    int op = memory.getInt(at + Layout.OP);
    if (op < 0 || op >= OP_KINDS.length) {
      return false;
    }
    group.kind = OP_KINDS[op];
    group.api = HIP;
    group.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    group.begin = clocks.toMonotonic(memory.getLong(at + Layout.BEGIN));
    group.end = clocks.toMonotonic(memory.getLong(at + Layout.END));
    int deviceId = memory.getInt(at + Layout.DEVICE_ID);
    group.agentId = devices.agent(deviceId);
    group.queue = memory.getLong(at + Layout.QUEUE_ID);
    group.bytes = memory.getLong(at + Layout.BYTES);
    int thread = memory.getInt(at + Layout.META) >>> 8;
    if (slots > 1) {
      int submit = ring.offset(slot + 1);
      readSubmit(memory, submit, group);
      group.externalId = memory.getLong(submit + Layout.SUBMIT_EXTERNAL_ID);
      thread = memory.getInt(submit + Layout.SUBMIT_THREAD);
    }
    // What ran it is surer than what its stream's device was said to be.
    int device = devices.device(deviceId);
    group.device = device < 0 ? group.device : device;
    group.thread = threads.get(thread);
    group.osThreadId = group.thread.osThreadId;
    if (op == Layout.OP_DISPATCH) {
      group.globalX = (long) group.gridX * group.groupX;
      group.globalY = (long) group.gridY * group.groupY;
      group.globalZ = (long) group.gridZ * group.groupZ;
      NameCache.Name own = names.get(memory.getInt(at + Layout.THREAD_ID));
      group.kernel = own == null ? group.kernel : own;
    } else if (op == Layout.OP_COPY) {
      completeCopy(memory.getInt(at + Layout.KIND), group);
    }
    return true;
  }

  private void readSubmit(ByteBuffer memory, int at, Group group) {
    group.kernel = names.get(memory.getInt(at + Layout.SUBMIT_NAME));
    group.stream = memory.getInt(at + Layout.SUBMIT_STREAM);
    group.device = memory.getShort(at + Layout.SUBMIT_DEVICE);
    group.sourceDevice = memory.get(at + Layout.SUBMIT_SOURCE);
    group.destinationDevice = memory.get(at + Layout.SUBMIT_DESTINATION);
    group.gridX = memory.getInt(at + Layout.SUBMIT_GRID_X);
    group.gridY = memory.getInt(at + Layout.SUBMIT_GRID_Y);
    group.gridZ = memory.getInt(at + Layout.SUBMIT_GRID_Z);
    group.groupX = memory.getShort(at + Layout.SUBMIT_GROUP_X) & 0xFFFF;
    group.groupY = memory.getShort(at + Layout.SUBMIT_GROUP_Y) & 0xFFFF;
    group.groupZ = memory.getShort(at + Layout.SUBMIT_GROUP_Z) & 0xFFFF;
    CopyDirection direction = DIRECTIONS[memory.get(at + Layout.SUBMIT_COPY) & 15];
    group.direction = direction == null ? CopyDirection.UNKNOWN : direction;
    group.shape = memory.get(at + Layout.SUBMIT_SHAPE);
    group.ldsBytes = memory.getInt(at + Layout.SUBMIT_LDS_BYTES) & 0xFFFFFFFFL;
    if (group.bytes == 0) {
      group.bytes = memory.getLong(at + Layout.SUBMIT_BYTES);
    }
  }

  /**
   * The direction of the API call wins where it is explicit, since some runtimes report device to
   * device as host to device.
   */
  private void completeCopy(int kind, Group group) {
    if (group.direction == CopyDirection.UNKNOWN || group.shape == 0) {
      CopyKinds.Copy copy = copyKinds.get(kind);
      if (group.direction == CopyDirection.UNKNOWN) {
        group.direction = copy.direction();
      }
      if (group.shape == 0) {
        group.shape = copy.dimensions();
      }
    }
  }

  private boolean readRoctx(Ring ring, long slot, int slots, Group group) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    int op = memory.getInt(at + Layout.OP);
    if (op < Layout.ROCTX_MARK || op > Layout.ROCTX_START_STOP) {
      return false;
    }
    group.kind = op == Layout.ROCTX_MARK ? ActivityKind.ROCTX_MARK : ActivityKind.ROCTX_RANGE;
    readActor(memory, at, group);
    group.depth = memory.getInt(at + Layout.KIND);
    // Negative: the ids of calls are positive. Whoever derives an id from it gets the same from
    // the recording and from the listener.
    group.correlationId = --roctxNumber;
    group.rangeId = op == Layout.ROCTX_START_STOP ? memory.getLong(at + Layout.CORRELATION_ID) : 0;
    group.message = messages.get(ring, slot + 1, slots - 1, memory.getLong(at + Layout.BYTES));
    return true;
  }
}
