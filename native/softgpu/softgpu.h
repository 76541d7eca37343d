// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The software GPU's own interface: what a host kernel looks like, and what a test may ask of the
// device. A program needs no part of this to run; everything a GPU program uses is HSA.
//
// Host kernels. A dispatch of the kernel K runs, once for the whole grid, the function
//
//     extern "C" void softgpu_K(const softgpu_launch_t* launch);   /* K: the mangled kernel name */
//
// found in the shared objects that SOFTGPU_KERNELS names (several are separated by colons), or,
// failing that, in the program itself. A kernel without such a function completes without doing
// anything, and one line on stderr says so.
//
// Control. The functions below are exported by libhsa-runtime64.so.1 under the version SOFTGPU_1. A
// test that must also run on a real GPU looks them up with dlsym and does without them when they
// are absent. All are thread-safe; none may be called from a signal handler.

#ifndef ROCJFR_SOFTGPU_SOFTGPU_H_
#define ROCJFR_SOFTGPU_SOFTGPU_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One dispatch, as its host kernel sees it. The structure and all it points to live until the
/// host kernel returns. Fields may be added at the end.
typedef struct softgpu_launch {
  const void* kernarg;  ///< the explicit arguments, in order, each at its natural alignment
  uint32_t grid[3];     ///< work-items in x, y, z; never 0
  uint32_t block[3];    ///< work-items of one work-group in x, y, z; never 0
  uint32_t lds_bytes;   ///< group memory of one work-group, static and dynamic together
  void* lds;            ///< lds_bytes of zeroed memory, 16-byte aligned
  uint32_t device;      ///< number of the GPU that runs it, 0 for the first
  const char* name;     ///< the mangled kernel name
} softgpu_launch_t;

typedef void (*softgpu_kernel_t)(const softgpu_launch_t* launch);

/// Makes the device hold its work: whatever a queue or a copy engine has not begun stays submitted
/// and does not begin. What is running finishes. Holds nest; each needs its own softgpu_release().
/// The process may exit while it holds: the hold ends then.
void softgpu_hold(void);

/// Ends one hold. Without a hold it does nothing.
void softgpu_release(void);

/// What the device has done since the library was loaded.
typedef struct softgpu_stats {
  size_t size;                 ///< in: sizeof(softgpu_stats_t) of the caller; out: bytes filled
  uint64_t dispatches;         ///< kernels of the program that completed
  uint64_t blit_dispatches;    ///< kernels of the HIP runtime itself (fills, copies) that completed
  uint64_t copies;             ///< copies that a copy engine completed
  uint64_t copy_bytes;         ///< bytes that those copies moved
  uint64_t barriers;           ///< barrier packets that completed
  uint64_t missing_kernels;    ///< dispatches that had no host kernel and did nothing
  uint64_t signals_live;       ///< signals that exist now, the doorbells of queues among them
  uint64_t queues_live;        ///< queues that exist now
  uint64_t device_bytes_live;  ///< device memory allocated now, of all devices
} softgpu_stats_t;

/// Fills *stats up to its size. Returns 0, or -1 if stats is NULL or its size is 0.
int softgpu_stats(softgpu_stats_t* stats);

typedef enum softgpu_work_kind {
  SOFTGPU_WORK_DISPATCH = 0,  ///< a kernel of the program
  SOFTGPU_WORK_BLIT = 1,      ///< a kernel of the HIP runtime itself
  SOFTGPU_WORK_COPY = 2,      ///< a copy on a copy engine
  SOFTGPU_WORK_BARRIER = 3    ///< a barrier packet
} softgpu_work_kind_t;

/// One completed piece of work. The device times are exactly those that HSA reports for it.
typedef struct softgpu_work {
  uint64_t sequence;  ///< counts completed work from 0, without gaps
  uint32_t kind;      ///< softgpu_work_kind_t
  uint32_t device;    ///< number of the GPU, 0 for the first
  const char* name;   ///< the mangled kernel name, else ""; valid as long as the process lives
  uint64_t bytes;     ///< bytes moved or filled by a copy or a blit, else 0
  uint64_t begin_ns;  ///< device clock
  uint64_t end_ns;    ///< device clock
  uint64_t begin_monotonic_ns;  ///< the same instant in CLOCK_MONOTONIC
  uint64_t end_monotonic_ns;    ///< the same instant in CLOCK_MONOTONIC
} softgpu_work_t;

/// Copies completed work, oldest first, from sequence number `from` on, into out[0..capacity).
/// Returns how many entries were written. The log keeps the last 131072 entries: where older ones
/// were asked for, out[0].sequence is greater than `from`.
size_t softgpu_read_work(uint64_t from, softgpu_work_t* out, size_t capacity);

/// The sequence number that the next completed work will get.
uint64_t softgpu_next_work(void);

/// The device clock now, as HSA_SYSTEM_INFO_TIMESTAMP gives it, in nanoseconds.
uint64_t softgpu_clock_now(void);

/// What a suspend of the machine does to the clocks: the device clock is `ns` further ahead of
/// CLOCK_MONOTONIC from now on. Returns 0, or -1 after 64 times.
int softgpu_suspend(uint64_t ns);

/// The device time of an instant of CLOCK_MONOTONIC.
uint64_t softgpu_clock_from_monotonic(uint64_t monotonic_ns);

#ifdef __cplusplus
}
#endif

#endif  // ROCJFR_SOFTGPU_SOFTGPU_H_
