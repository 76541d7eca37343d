// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.nio.ByteBuffer;

/**
 * Decodes groups of slots. Used by the drain thread. References are stored only where they change,
 * as in {@link JfrSink}.
 */
@SuppressWarnings("ReferenceEquality") // the very object is meant
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

  /** Instead of a place in memory. */
  private static final int NONE = -1;

  // Two fields that lie side by side are read at once, since each look checks its bounds.
  private static final int META_SHIFT = 8 * (Layout.META - Layout.OP);
  private static final int NAME_SHIFT = 8 * (Layout.THREAD_ID - Layout.DEVICE_ID);

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
  private final CallSites calls;
  private final CallResults results;
  private final CopyKinds copyKinds;
  private final Devices devices;
  private final MessageCache messages = new MessageCache();
  private final DecodedActivity apiCall = activity(ActivityKind.HIP_API, null);
  private final DecodedActivity openClCall = activity(ActivityKind.OPENCL_API, null);
  private final DecodedActivity mark = activity(ActivityKind.ROCTX_MARK, null);
  private final DecodedActivity range = activity(ActivityKind.ROCTX_RANGE, null);

  /** By Layout.OP_*. */
  private final DecodedActivity[] works = new DecodedActivity[OP_KINDS.length];

  private final DecodedActivity[] openClWorks = new DecodedActivity[OP_KINDS.length];
  private long roctxNumber;

  GroupReader(Tracer tracer, Clocks clocks, ApiFunctions functions, CallSites calls) {
    this.clocks = clocks;
    this.functions = functions;
    this.calls = calls;
    names = new NameCache(tracer);
    threads = new ThreadCache(tracer);
    results = new CallResults(tracer);
    copyKinds = new CopyKinds(tracer);
    devices = new Devices(tracer);
    for (int op = 0; op < OP_KINDS.length; op++) {
      works[op] = activity(OP_KINDS[op], HIP);
      openClWorks[op] = activity(OP_KINDS[op], OPENCL);
    }
  }

  private static DecodedActivity activity(ActivityKind kind, String api) {
    DecodedActivity activity = new DecodedActivity();
    activity.kind = kind;
    activity.api = api;
    return activity;
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
   * @return what holds until the next one; null if it is of no domain or op that we know
   */
  DecodedActivity read(Ring ring, long slot, int slots) {
    return switch (ring.memory.getInt(ring.offset(slot) + Layout.DOMAIN)) {
      case Layout.HIP_API -> readApi(ring, slot, slots);
      case Layout.HIP_OPS -> readOp(ring, slot, slots);
      case Layout.OPENCL_API -> readOpenClApi(ring, slot, slots);
      case Layout.OPENCL_OPS -> readOpenClOp(ring, slot, slots);
      case Layout.ROCTX -> readRoctx(ring, slot, slots);
      default -> null;
    };
  }

  private DecodedActivity readApi(Ring ring, long slot, int slots) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    DecodedActivity activity = apiCall;
    long opAndMeta = memory.getLong(at + Layout.OP);
    activity.functionId = (int) opAndMeta;
    String function = functions.name(activity.functionId);
    if (activity.function != function) {
      activity.function = function;
    }
    String result = results.of(memory.getInt(at + Layout.KIND));
    if (activity.result != result) {
      activity.result = result;
    }
    readActor(memory, at, opAndMeta, activity);
    readCall(memory, at, activity);
    readSubmit(memory, slots > 1 ? ring.offset(slot + 1) : NONE, activity);
    return activity;
  }

  private DecodedActivity readOpenClApi(Ring ring, long slot, int slots) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    DecodedActivity activity = openClCall;
    long opAndMeta = memory.getLong(at + Layout.OP);
    activity.functionId = (int) opAndMeta;
    activity.function = functions.openCl().name(activity.functionId);
    activity.result = results.ofOpenCl(memory.getInt(at + Layout.KIND));
    readActor(memory, at, opAndMeta, activity);
    readCall(memory, at, activity);
    readSubmit(memory, slots > 1 ? ring.offset(slot + 1) : NONE, activity);
    activity.queue = Math.max(0, activity.stream);
    activity.stream = -1; // that is HIP's
    return activity;
  }

  private DecodedActivity readOpenClOp(Ring ring, long slot, int slots) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    int op = memory.getInt(at + Layout.OP);
    if (op < 0 || op >= OP_KINDS.length || slots < 3) {
      return null;
    }
    int submit = ring.offset(slot + 1);
    int work = ring.offset(slot + 2);
    DecodedActivity activity = openClWorks[op];
    activity.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    activity.begin = memory.getLong(at + Layout.BEGIN_NS);
    activity.end = memory.getLong(at + Layout.END_NS);
    activity.bytes = memory.getLong(at + Layout.BYTES);
    readSubmit(memory, submit, activity);
    activity.queue = memory.getLong(at + Layout.QUEUE_ID);
    activity.stream = -1;
    activity.externalId = memory.getLong(submit + Layout.SUBMIT_EXTERNAL_ID);
    activity.thread = threads.get(memory.getInt(submit + Layout.SUBMIT_THREAD));
    activity.osThreadId = activity.thread.osThreadId;
    activity.queued = memory.getLong(work + Layout.WORK_QUEUED_NS);
    activity.submitted = memory.getLong(work + Layout.WORK_SUBMITTED_NS);
    activity.globalX = memory.getLong(work + Layout.WORK_GLOBAL_X);
    activity.globalY = memory.getLong(work + Layout.WORK_GLOBAL_Y);
    activity.globalZ = memory.getLong(work + Layout.WORK_GLOBAL_Z);
    NameCache.Name device = names.get(memory.getInt(work + Layout.WORK_DEVICE_NAME));
    activity.deviceName = device == null ? null : device.symbol();
    activity.timed = memory.getInt(work + Layout.WORK_UNTIMED) == 0;
    return activity;
  }

  private void readCall(ByteBuffer memory, int at, DecodedActivity activity) {
    activity.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    activity.bytes = memory.getLong(at + Layout.BYTES);
    activity.callSite = calls.of(activity.correlationId);
  }

  /** What the records of the host's threads have in common. */
  private void readActor(ByteBuffer memory, int at, long opAndMeta, DecodedActivity activity) {
    ThreadEntry thread = threads.get((int) (opAndMeta >>> META_SHIFT) >>> 8);
    if (activity.thread != thread) {
      activity.thread = thread;
    }
    activity.osThreadId = memory.getInt(at + Layout.THREAD_ID);
    activity.externalId = memory.getLong(at + Layout.QUEUE_ID);
    activity.begin = memory.getLong(at + Layout.BEGIN_NS);
    activity.end = memory.getLong(at + Layout.END_NS);
  }

  private DecodedActivity readOp(Ring ring, long slot, int slots) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    long opAndMeta = memory.getLong(at + Layout.OP);
    int op = (int) opAndMeta;
    if (op < 0 || op >= OP_KINDS.length) {
      return null;
    }
    DecodedActivity activity = works[op];
    activity.correlationId = memory.getLong(at + Layout.CORRELATION_ID);
    activity.begin = clocks.toMonotonic(memory.getLong(at + Layout.BEGIN_NS));
    activity.end = clocks.toMonotonic(memory.getLong(at + Layout.END_NS));
    long deviceAndName = memory.getLong(at + Layout.DEVICE_ID);
    int deviceId = (int) deviceAndName;
    activity.agentId = devices.agent(deviceId);
    int kind = memory.getInt(at + Layout.KIND);
    activity.timed = (kind & Layout.KIND_UNTIMED) == 0;
    activity.queue = memory.getLong(at + Layout.QUEUE_ID);
    activity.bytes = memory.getLong(at + Layout.BYTES);
    int ref;
    if (slots > 1) {
      int submit = ring.offset(slot + 1);
      ref = readSubmit(memory, submit, activity);
      activity.externalId = memory.getLong(submit + Layout.SUBMIT_EXTERNAL_ID);
    } else {
      readSubmit(memory, NONE, activity);
      ref = (int) (opAndMeta >>> META_SHIFT) >>> 8;
      activity.externalId = 0;
    }
    // What ran it is surer than what its stream's device was said to be.
    int device = devices.device(deviceId);
    activity.device = device < 0 ? activity.device : device;
    ThreadEntry thread = threads.get(ref);
    if (activity.thread != thread) {
      activity.thread = thread;
    }
    activity.osThreadId = thread.osThreadId;
    if (op == Layout.OP_DISPATCH) {
      activity.globalX = (long) activity.gridX * activity.groupX;
      activity.globalY = (long) activity.gridY * activity.groupY;
      activity.globalZ = (long) activity.gridZ * activity.groupZ;
      NameCache.Name own = names.get((int) (deviceAndName >>> NAME_SHIFT));
      if (own != null && activity.kernel != own) {
        activity.kernel = own;
      }
    } else if (op == Layout.OP_COPY) {
      completeCopy(kind & ~Layout.KIND_UNTIMED, activity);
    }
    return activity;
  }

  /**
   * What a call said about its work.
   *
   * @param at {@link #NONE}: nothing
   * @return the ref of the thread that made it
   */
  private int readSubmit(ByteBuffer memory, int at, DecodedActivity activity) {
    if (at == NONE) {
      activity.clearSubmit();
      return 0;
    }
    long threadAndName = memory.getLong(at + Layout.SUBMIT_THREAD);
    NameCache.Name kernel = names.get((int) (threadAndName >>> NAME_SHIFT));
    if (activity.kernel != kernel) {
      activity.kernel = kernel;
    }
    long streamAndDevices = memory.getLong(at + Layout.SUBMIT_STREAM);
    activity.stream = (int) streamAndDevices;
    activity.device = (short) (streamAndDevices >>> 32);
    activity.sourceDevice = (byte) (streamAndDevices >>> 48);
    activity.destinationDevice = (byte) (streamAndDevices >>> 56);
    long grid = memory.getLong(at + Layout.SUBMIT_GRID_X);
    activity.gridX = (int) grid;
    activity.gridY = (int) (grid >>> 32);
    long gridAndGroup = memory.getLong(at + Layout.SUBMIT_GRID_Z);
    activity.gridZ = (int) gridAndGroup;
    activity.groupX = (int) (gridAndGroup >>> 32) & 0xFFFF;
    activity.groupY = (int) (gridAndGroup >>> 48) & 0xFFFF;
    long rest = memory.getLong(at + Layout.SUBMIT_GROUP_Z);
    activity.groupZ = (int) rest & 0xFFFF;
    CopyDirection said = DIRECTIONS[(int) (rest >>> 16) & 15];
    CopyDirection direction = said == null ? CopyDirection.UNKNOWN : said;
    if (activity.direction != direction) {
      activity.direction = direction;
    }
    activity.shape = (byte) (rest >>> 24);
    activity.ldsBytes = rest >>> 32;
    if (activity.bytes == 0) {
      activity.bytes = memory.getLong(at + Layout.SUBMIT_BYTES);
    }
    return (int) threadAndName;
  }

  /** The tracer has worked out the direction where the call is known. */
  private void completeCopy(int kind, DecodedActivity activity) {
    if (activity.direction == CopyDirection.UNKNOWN || activity.shape == 0) {
      CopyKinds.Copy copy = copyKinds.get(kind);
      if (activity.direction == CopyDirection.UNKNOWN) {
        activity.direction = copy.direction();
      }
      if (activity.shape == 0) {
        activity.shape = copy.dimensions();
      }
    }
  }

  private DecodedActivity readRoctx(Ring ring, long slot, int slots) {
    ByteBuffer memory = ring.memory;
    int at = ring.offset(slot);
    long opAndMeta = memory.getLong(at + Layout.OP);
    int op = (int) opAndMeta;
    if (op < Layout.ROCTX_MARK || op > Layout.ROCTX_START_STOP) {
      return null;
    }
    DecodedActivity activity = op == Layout.ROCTX_MARK ? mark : range;
    readActor(memory, at, opAndMeta, activity);
    activity.depth = memory.getInt(at + Layout.KIND);
    // Negative: the ids of calls are positive. Whoever derives an id from it gets the same from
    // the recording and from the listener.
    activity.correlationId = --roctxNumber;
    activity.rangeId =
        op == Layout.ROCTX_START_STOP ? memory.getLong(at + Layout.CORRELATION_ID) : 0;
    activity.message = messages.get(ring, slot + 1, slots - 1, memory.getLong(at + Layout.BYTES));
    return activity;
  }
}
