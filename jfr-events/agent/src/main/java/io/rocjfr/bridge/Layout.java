// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.VirtualThreadLayout;
import java.util.List;

/** The layout of native memory, as {@code native/include/rocjfr/record.h} defines it. */
final class Layout {
  static final int ABI_VERSION = 5;

  static final int SLOT_BYTES = 64;
  static final int MAX_GROUP_SLOTS = 16;

  static final int HIP_OPS = 2;
  static final int HIP_API = 3;
  static final int KFD_API = 4;
  static final int ROCTX = 6;
  static final int OPENCL_OPS = 8;
  static final int OPENCL_API = 9;

  /** No records have these: calls are picked, memory is followed. */
  static final int SITES = 10;

  static final int MEMORY = 11;

  static final int OP_DISPATCH = 0;
  static final int OP_COPY = 1;
  static final int OP_BARRIER = 2;

  static final int ROCTX_MARK = 0;
  static final int ROCTX_RANGE = 1;
  static final int ROCTX_START_STOP = 2;

  // A record: the first slot of a group.
  static final int DOMAIN = 0;
  static final int KIND = 4;
  static final int OP = 8;
  static final int META = 12;
  static final int CORRELATION_ID = 16;
  static final int BEGIN = 24;
  static final int END = 32;
  static final int DEVICE_ID = 40;
  static final int THREAD_ID = 44;
  static final int QUEUE_ID = 48;
  static final int BYTES = 56;

  // What the submitting API call said: the second slot of HIP_API and HIP_OPS groups, if known.
  static final int SUBMIT_CORRELATION_ID = 0;
  static final int SUBMIT_EXTERNAL_ID = 8;
  static final int SUBMIT_THREAD = 16;
  static final int SUBMIT_NAME = 20;
  static final int SUBMIT_STREAM = 24;
  static final int SUBMIT_DEVICE = 28;
  static final int SUBMIT_SOURCE = 30;
  static final int SUBMIT_DESTINATION = 31;
  static final int SUBMIT_GRID_X = 32;
  static final int SUBMIT_GRID_Y = 36;
  static final int SUBMIT_GRID_Z = 40;
  static final int SUBMIT_GROUP_X = 44;
  static final int SUBMIT_GROUP_Y = 46;
  static final int SUBMIT_GROUP_Z = 48;
  static final int SUBMIT_COPY = 50;
  static final int SUBMIT_SHAPE = 51;
  static final int SUBMIT_LDS_BYTES = 52;
  static final int SUBMIT_BYTES = 56;

  static final int COPY_HOST_TO_HOST = 1;
  static final int COPY_HOST_TO_DEVICE = 2;
  static final int COPY_DEVICE_TO_HOST = 3;
  static final int COPY_DEVICE_TO_DEVICE = 4;
  static final int COPY_FILL = 6;
  static final int COPY_MAP = 7;
  static final int COPY_UNMAP = 8;

  /** A bit of the kind of HIP_OPS: the runtime gave times that cannot be. */
  static final int KIND_UNTIMED = 0x80000000;

  // What OpenCL tells of finished work: the third slot of an OPENCL_OPS group.
  static final int WORK_QUEUED = 0;
  static final int WORK_SUBMITTED = 8;
  static final int WORK_GLOBAL_X = 16;
  static final int WORK_GLOBAL_Y = 24;
  static final int WORK_GLOBAL_Z = 32;
  static final int WORK_DEVICE_NAME = 40;
  static final int WORK_UNTIMED = 44;
  static final int WORK_ERROR = 48;
  static final int WORK_RESERVED = 52;
  static final int WORK_SPARE = 56;

  // A ring's header; the slots follow.
  static final int RING_TAIL = 0;
  static final int RING_HEAD = 64;
  static final int RING_SLOTS = 128;
  static final int RING_AFTER_RING = 136;
  static final int RING_AFTER_TAIL = 144;
  static final int RING_HEADER_BYTES = 192;

  // The control page.
  static final int CONTROL_BYTES = 4096;
  static final int CONTROL_RING_COUNT = 0;
  static final int CONTROL_WANTED_DOMAINS = 8;
  static final int CONTROL_HOOK_STATE = 16;
  static final int CONTROL_DRAIN_ASLEEP = 24;
  static final int CONTROL_PUBLISHED = 32;
  static final int CONTROL_UNKNOWN_ACTORS = 40;

  static final int EXTERNAL_STACK_BYTES = 8 + 63 * 8;

  /** A row of the layout table. */
  record Field(String name, int offset, int size) {}

  /** Every field, to be compared with the tracer's own table. */
  static final List<Field> FIELDS =
      List.of(
          new Field("domain", DOMAIN, 4),
          new Field("kind", KIND, 4),
          new Field("op", OP, 4),
          new Field("meta", META, 4),
          new Field("correlation_id", CORRELATION_ID, 8),
          new Field("begin_ns", BEGIN, 8),
          new Field("end_ns", END, 8),
          new Field("device_id", DEVICE_ID, 4),
          new Field("thread_id", THREAD_ID, 4),
          new Field("queue_id", QUEUE_ID, 8),
          new Field("bytes", BYTES, 8),
          new Field("submit_correlation_id", SUBMIT_CORRELATION_ID, 8),
          new Field("submit_external_id", SUBMIT_EXTERNAL_ID, 8),
          new Field("submit_thread", SUBMIT_THREAD, 4),
          new Field("submit_name", SUBMIT_NAME, 4),
          new Field("submit_stream", SUBMIT_STREAM, 4),
          new Field("submit_device", SUBMIT_DEVICE, 2),
          new Field("submit_source", SUBMIT_SOURCE, 1),
          new Field("submit_destination", SUBMIT_DESTINATION, 1),
          new Field("submit_grid_x", SUBMIT_GRID_X, 4),
          new Field("submit_grid_y", SUBMIT_GRID_Y, 4),
          new Field("submit_grid_z", SUBMIT_GRID_Z, 4),
          new Field("submit_group_x", SUBMIT_GROUP_X, 2),
          new Field("submit_group_y", SUBMIT_GROUP_Y, 2),
          new Field("submit_group_z", SUBMIT_GROUP_Z, 2),
          new Field("submit_copy", SUBMIT_COPY, 1),
          new Field("submit_shape", SUBMIT_SHAPE, 1),
          new Field("submit_lds_bytes", SUBMIT_LDS_BYTES, 4),
          new Field("submit_bytes", SUBMIT_BYTES, 8),
          new Field("work_queued_ns", WORK_QUEUED, 8),
          new Field("work_submitted_ns", WORK_SUBMITTED, 8),
          new Field("work_global_x", WORK_GLOBAL_X, 8),
          new Field("work_global_y", WORK_GLOBAL_Y, 8),
          new Field("work_global_z", WORK_GLOBAL_Z, 8),
          new Field("work_device_name", WORK_DEVICE_NAME, 4),
          new Field("work_untimed", WORK_UNTIMED, 4),
          new Field("work_error_ns", WORK_ERROR, 4),
          new Field("work_reserved", WORK_RESERVED, 4),
          new Field("work_spare", WORK_SPARE, 8),
          new Field("tail", RING_TAIL, 8),
          new Field("head", RING_HEAD, 8),
          new Field("slots", RING_SLOTS, 8),
          new Field("after_ring", RING_AFTER_RING, 8),
          new Field("after_tail", RING_AFTER_TAIL, 8),
          new Field("ring_count", CONTROL_RING_COUNT, 8),
          new Field("wanted_domains", CONTROL_WANTED_DOMAINS, 8),
          new Field("hook_state", CONTROL_HOOK_STATE, 8),
          new Field("drain_asleep", CONTROL_DRAIN_ASLEEP, 8),
          new Field("published", CONTROL_PUBLISHED, 8),
          new Field("unknown_actors", CONTROL_UNKNOWN_ACTORS, 8),
          new Field("virtual_owner", VirtualThreadLayout.OWNER, 8),
          new Field("virtual_external_id", VirtualThreadLayout.EXTERNAL_ID, 8),
          new Field("virtual_guard", VirtualThreadLayout.GUARD, 8),
          new Field("virtual_stamp", VirtualThreadLayout.STAMP, 8));

  private Layout() {}

  static int bit(int domain) {
    return 1 << domain;
  }
}
