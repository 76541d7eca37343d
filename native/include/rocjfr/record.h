// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The layout of what the tracer writes and a consumer reads: records, ring headers, the control
// page and the external id slot. Plain C, fixed little-endian offsets, no pointers inside records.
//
// A record is AMD's activity_record_t (64 bytes; offsets read off HIP 5.2.3 to 7.2.4). Byte 12 to
// 15, padding in AMD's struct, holds how many 64-byte slots the record's group has and which thread
// it belongs to. A group is one record and the slots that complete it; it is published as a whole:
//
//     +----------------+---------------------------------------------------+
//     | slot 0         | rocjfr_record_t                                   |
//     | slot 1         | rocjfr_submit_t   (API, OPS: if it is known)      |
//     |                | or message bytes  (ROCTX: UTF-8, zero-padded)     |
//     | slot 2         | rocjfr_opencl_work_t (OPENCL_OPS)                 |
//     | slot 2 ... 15  | further message bytes (ROCTX)                     |
//     +----------------+---------------------------------------------------+
//
// A group may wrap around the end of the ring between two slots, never inside one.
#ifndef ROCJFR_RECORD_H_
#define ROCJFR_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Changes whenever anything in this file changes meaning. The Java side refuses another one.
#define ROCJFR_ABI_VERSION 5u

#define ROCJFR_SLOT_BYTES 64u
#define ROCJFR_MAX_GROUP_SLOTS 16u
// The longest roctx message kept; what is longer is cut at a UTF-8 boundary.
#define ROCJFR_MAX_MESSAGE_BYTES ((ROCJFR_MAX_GROUP_SLOTS - 1u) * ROCJFR_SLOT_BYTES)

// Domains: the numbers of AMD's headers and runtimes; OpenCL's are ours.
enum {
  ROCJFR_DOMAIN_HIP_OPS = 2,
  ROCJFR_DOMAIN_HIP_API = 3,
  ROCJFR_DOMAIN_ROCTX = 6,
  ROCJFR_DOMAIN_OPENCL_OPS = 8,
  ROCJFR_DOMAIN_OPENCL_API = 9,
  // No records have these: calls are picked for Java, memory is tracked (rocjfr.h).
  ROCJFR_DOMAIN_SITES = 10,
  ROCJFR_DOMAIN_MEMORY = 11,
};
#define ROCJFR_DOMAIN_BIT(domain) (1u << (domain))

// Ops of ROCJFR_DOMAIN_HIP_OPS and ROCJFR_DOMAIN_OPENCL_OPS.
enum { ROCJFR_OP_DISPATCH = 0, ROCJFR_OP_COPY = 1, ROCJFR_OP_BARRIER = 2 };

// Ops of ROCJFR_DOMAIN_ROCTX as they are recorded: a range is recorded once, when it ends.
enum { ROCJFR_ROCTX_MARK = 0, ROCJFR_ROCTX_RANGE = 1, ROCJFR_ROCTX_START_STOP = 2 };

// X(type, field, offset, what it holds)
// The right column has the meaning of a field by domain. Unused fields are 0. OPENCL_API and
// OPENCL_OPS are like HIP's, with four differences. kind of OPENCL_API is 1 minus the result of the
// call, 0 if unknown. op is a rocjfr_opencl_api_name. All times are of CLOCK_MONOTONIC. device_id
// and queue_id of OPENCL_OPS are small numbers of the device and of the command queue.
#define ROCJFR_RECORD_FIELDS(X)                                                               \
  X(uint32_t, domain, 0, "ROCJFR_DOMAIN_*")                                                   \
  X(uint32_t, kind, 4,                                                                        \
    "HIP_OPS: OpenCL command type (0x11F0 kernel) and ROCJFR_KIND_UNTIMED; ROCTX: depth "     \
    "from 0; HIP_API: the result of the call, as 1 + hipError_t, 0 unknown or not asked for") \
  X(uint32_t, op, 8, "HIP_API: function id of this runtime; HIP_OPS, ROCTX: see above")       \
  X(uint32_t, meta, 12,                                                                       \
    "bits 0-7 slots of the group (1-16), bits 8-31 acting thread's ref, 0 none")              \
  X(uint64_t, correlation_id, 16,                                                             \
    "HIP_API, HIP_OPS; 0 where the API call was not traced; ROCTX: rangeId")                  \
  X(uint64_t, begin_ns, 24, "HIP_API, ROCTX: CLOCK_MONOTONIC; HIP_OPS: the GPU's clock")      \
  X(uint64_t, end_ns, 32, "as begin_ns; a mark has end == begin")                             \
  X(uint32_t, device_id, 40, "HIP_OPS: see rocjfr_agent; else process id")                    \
  X(uint32_t, thread_id, 44, "HIP_API, ROCTX: OS thread id; HIP_OPS: name ref of the kernel") \
  X(uint64_t, queue_id, 48, "HIP_OPS: hardware queue; else external correlation id")          \
  X(uint64_t, bytes, 56, "HIP_API, HIP_OPS: bytes, 0 unknown; ROCTX: message length in bytes")

// A bit of `kind` of HIP_OPS: the runtime's times of the work are impossible (one is 0, or the end
// is before the begin). Begin and end are then the known one, or else the time of the report.
#define ROCJFR_KIND_UNTIMED 0x80000000u

// What the API call said that submitted the work: known from its arguments.
#define ROCJFR_SUBMIT_FIELDS(X)                                                          \
  X(uint64_t, submit_correlation_id, 0, "of the API call")                               \
  X(uint64_t, submit_external_id, 8,                                                     \
    "innermost external id of the Java client at the call, 0 none")                      \
  X(uint32_t, submit_thread, 16, "ref of the thread that made the call")                 \
  X(uint32_t, submit_name, 20, "name ref of the kernel, 0 none")                         \
  X(int32_t, submit_stream, 24,                                                          \
    "small number of the stream, 0 default, -1 none or unknown; OpenCL: of the queue")   \
  X(int16_t, submit_device, 28, "HIP ordinal, -1 unknown; OpenCL: number of the device") \
  X(int8_t, submit_source, 30, "HIP ordinal that a copy between devices names; else -1") \
  X(int8_t, submit_destination, 31, "the same")                                          \
  X(uint32_t, submit_grid_x, 32, "workgroups (HIP's gridDim); 0 where not a launch")     \
  X(uint32_t, submit_grid_y, 36, "")                                                     \
  X(uint32_t, submit_grid_z, 40, "")                                                     \
  X(uint16_t, submit_group_x, 44, "work-items of a workgroup (HIP's blockDim)")          \
  X(uint16_t, submit_group_y, 46, "")                                                    \
  X(uint16_t, submit_group_z, 48, "")                                                    \
  X(uint8_t, submit_copy, 50, "ROCJFR_COPY_*")                                           \
  X(uint8_t, submit_shape, 51, "copies: 1, 2 or 3 dimensions; 0 where not a copy")       \
  X(uint32_t, submit_lds_bytes, 52, "dynamic shared memory of the launch")               \
  X(uint64_t, submit_bytes, 56, "bytes of the copy or fill, 0 unknown")

// submit_copy: where both ends of a copy lie, from the known ranges of memory and from the work's
// kind. What the program says (hipMemcpyKind) does not count. In a call: as far as known when the
// call begins.
enum {
  ROCJFR_COPY_NONE = 0,
  ROCJFR_COPY_HOST_TO_HOST = 1,
  ROCJFR_COPY_HOST_TO_DEVICE = 2,
  ROCJFR_COPY_DEVICE_TO_HOST = 3,
  ROCJFR_COPY_DEVICE_TO_DEVICE = 4,
  ROCJFR_COPY_UNKNOWN = 5,  // a copy; where both ends lie is not known
  ROCJFR_COPY_FILL = 6,
  ROCJFR_COPY_MAP = 7,    // OpenCL: the host gets access; bytes may move or not
  ROCJFR_COPY_UNMAP = 8,  // OpenCL: the host's access ends, likewise
};

// What OpenCL tells of finished work beyond that: the third slot of a group of OPENCL_OPS.
#define ROCJFR_OPENCL_WORK_FIELDS(X)                                                           \
  X(uint64_t, work_queued_ns, 0, "when it was enqueued (QUEUED), CLOCK_MONOTONIC; 0 unknown")  \
  X(uint64_t, work_submitted_ns, 8, "when it was submitted to the device (SUBMIT); 0 unknown") \
  X(uint64_t, work_global_x, 16, "work-items; 0 where not a launch")                           \
  X(uint64_t, work_global_y, 24, "")                                                           \
  X(uint64_t, work_global_z, 32, "")                                                           \
  X(uint32_t, work_device_name, 40, "name ref of the device's name")                           \
  X(uint32_t, work_untimed, 44,                                                                \
    "1: the queue has no profiling; begin and end are when the host saw the end")              \
  X(uint32_t, work_error_ns, 48, "how far the times may be off, by the device's clock")        \
  X(uint32_t, work_reserved, 52, "0")                                                          \
  X(uint64_t, work_spare, 56, "0")

#define ROCJFR_DECLARE_FIELD(type, field, offset, text) type field;
typedef struct rocjfr_record {
  ROCJFR_RECORD_FIELDS(ROCJFR_DECLARE_FIELD)
} rocjfr_record_t;
typedef struct rocjfr_submit {
  ROCJFR_SUBMIT_FIELDS(ROCJFR_DECLARE_FIELD)
} rocjfr_submit_t;
typedef struct rocjfr_opencl_work {
  ROCJFR_OPENCL_WORK_FIELDS(ROCJFR_DECLARE_FIELD)
} rocjfr_opencl_work_t;

// A ring: this header, then `slots` slots of 64 bytes. One producer (the owning thread), one
// consumer. `tail` and `head` count slots since the ring was made and never go back; a slot's place
// is its count & (slots - 1). The producer writes a group and then tail (release); the consumer
// reads tail (acquire), the groups, and then writes head (release).
#define ROCJFR_RING_FIELDS(X)                                                             \
  X(uint64_t, tail, 0, "producer: slots published; a cache line of its own")              \
  X(uint64_t, head, 64, "consumer: slots taken; a cache line of its own")                 \
  X(uint64_t, slots, 128, "a power of two; a cache line of its own")                      \
  X(uint64_t, after_ring, 136, "1 + the ring that its thread wrote to before; 0 if none") \
  X(uint64_t, after_tail, 144, "slots of after_ring up to here must be taken first")
#define ROCJFR_RING_HEADER_BYTES 192u

// One page that the tracer and the Java side share. All words are atomic. Only one side writes each
// of them, except `published`. Because of `published` an idle consumer need not look at every ring.
// A producer sets it without a barrier behind its tail, so the consumer also looks every other
// second in any case.
#define ROCJFR_CONTROL_FIELDS(X)                                                                   \
  X(uint64_t, ring_count, 0, "tracer: rings made so far; they are never unmapped")                 \
  X(uint64_t, wanted_domains, 8, "tracer: ROCJFR_DOMAIN_BIT of what is being recorded for Java")   \
  X(uint64_t, hook_state, 16, "tracer: ROCJFR_HOOK_*")                                             \
  X(uint64_t, drain_asleep, 24, "tracer: 1 while rocjfr_wait sleeps")                              \
  X(uint64_t, published, 32, "tracer: 1 after a record; the consumer sets it to 0 and then looks") \
  X(uint64_t, unknown_actors, 40,                                                                  \
    "tracer: records without external id, because the acting thread was unknown")

enum {
  ROCJFR_HOOK_NO_RUNTIME = 0,  // no HIP runtime is loaded yet
  ROCJFR_HOOK_OFF = 1,         // a runtime is there, nobody wants its records
  ROCJFR_HOOK_ON = 2,
  ROCJFR_HOOK_OPS_ONLY = 3,  // unknown runtime version: dispatches and copies, no API calls
  ROCJFR_HOOK_TAKEN = 4,     // another tool has the runtime's only slot
  ROCJFR_HOOK_UNSUPPORTED = 5,
};

// The stack of external correlation ids of one thread for one client: depth, then ids. Pushing
// writes id[depth], if there is room, and then depth + 1. While more ids are pushed than there is
// room for, there is no innermost one. Only the owning thread writes.
#define ROCJFR_EXTERNAL_IDS 63u
typedef struct rocjfr_external_stack {
  int64_t depth;
  uint64_t id[ROCJFR_EXTERNAL_IDS];
} rocjfr_external_stack_t;

// The innermost external id of each virtual thread, of the Java client: a table of sets of
// ROCJFR_VIRTUAL_WAYS entries. A thread's set is the upper bits of id * ROCJFR_VIRTUAL_MULTIPLIER.
// The thread claims an entry by a compare-and-swap of `virtual_owner` to its own Java thread id. It
// keeps the entry until another thread claims it. A thread first claims an entry that never had an
// owner, then the oldest whose id is 0, then the oldest.
//
// A thread that was just robbed of its entry may still write its id there. So an id counts only if
// `virtual_guard` is id ^ owner * ROCJFR_VIRTUAL_MULTIPLIER: if another thread
// wrote either word or both, either the owner's own id counts, or none.
#define ROCJFR_VIRTUAL_WAYS 8u
#define ROCJFR_VIRTUAL_SETS 16384u
#define ROCJFR_VIRTUAL_MULTIPLIER 0x9E3779B97F4A7C15u
#define ROCJFR_VIRTUAL_FIELDS(X)                                                        \
  X(uint64_t, virtual_owner, 0, "Java thread id of the virtual thread, 0 nobody's yet") \
  X(uint64_t, virtual_external_id, 8, "its innermost external id, 0 none")              \
  X(uint64_t, virtual_guard, 16, "proves that the id is the owner's")                   \
  X(uint64_t, virtual_stamp, 24, "larger than the stamps of the set at the claim")
typedef struct rocjfr_virtual_entry {
  ROCJFR_VIRTUAL_FIELDS(ROCJFR_DECLARE_FIELD)
} rocjfr_virtual_entry_t;

#undef ROCJFR_DECLARE_FIELD

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_RECORD_H_
