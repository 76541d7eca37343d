// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Between the core and the other native libraries of this project (libroctracer64, the
// rocprofiler-SDK library): what they are told, on the thread where it happens. Not for programs.
#ifndef ROCJFR_CLIENT_H_
#define ROCJFR_CLIENT_H_

#include "rocjfr/rocjfr.h"

#ifdef __cplusplus
extern "C" {
#endif

// A HIP call between its two phases. Valid during the callback only.
typedef struct rocjfr_call {
  uint64_t correlation_id;
  uint64_t begin_ns;  // CLOCK_MONOTONIC; 0 where nobody wanted to know (rocjfr_wish_t.times)
  uint64_t end_ns;    // the same, not before begin_ns; 0 at ENTER
  void* api_data;     // the runtime's hip_api_data_t, correlation id, phase and arguments filled in
  uint64_t* word;     // the client's own, 0 at ENTER, kept until EXIT
  uint32_t op;
  uint32_t phase;  // 0 ENTER, 1 EXIT
  // ENTER: 1 where the function submits work that is traced. EXIT: how many pieces of work it has
  // submitted for which a record that finishes one (rocjfr_op_finishes) comes or has come.
  uint32_t submits;
  const rocjfr_submit_t* submit;  // what its arguments say, where they were read; else null
  uint32_t result;                // EXIT: 1 + its hipError_t; 0 unknown, or nobody wanted to know
  uint32_t entered;               // EXIT: 1 where the client was told of ENTER
  // EXIT: correlation id of the call it was made in, if the client is told of that. ENTER: of the
  // innermost call that it is in of whose ENTER the client was told; what was told of since then
  // never returns. 0: none.
  uint64_t outer;
  // Of the innermost call that it is in of which the client is told; 0: none.
  uint64_t ancestor;
} rocjfr_call_t;

// `op` and `roctx` may be null. They may call HIP and anything of rocjfr.h and must not throw.
// They may end their thread (pthread_exit), as may the function for submissions.
typedef struct rocjfr_client {
  uint64_t size;  // sizeof(rocjfr_client_t)
  // For functions of rocjfr_wish_t.api. Each ENTER is followed by its EXIT, even if the function is
  // no longer wanted then. EXIT comes without ENTER if the function is not in rocjfr_wish_t.enter,
  // or was not in it then. The function must have been wanted when the call began.
  void (*api)(const rocjfr_call_t* call);
  // Finished work, while ROCJFR_DOMAIN_HIP_OPS is wanted, barriers too. `submit` is null where the
  // call that submitted it is not known. kernel_name (of dispatches, may be null) is valid during
  // the callback, as `record`, which is as in a ring but for meta, thread_id and, of dispatches,
  // bytes: these say nothing.
  void (*op)(const rocjfr_record_t* record, const rocjfr_submit_t* submit, const char* kernel_name);
  // roctx calls, while ROCJFR_DOMAIN_ROCTX is wanted: AMD's ops 0 Mark, 1 Push, 2 Pop, 3 Start,
  // 4 Stop, before the level changes; and those of rocjfr_roctx_tell. message is null for Pop and
  // Stop, and where the program passes null.
  void (*roctx)(uint32_t op, const char* message, uint64_t id);
} rocjfr_client_t;

// `table` must live as long as the process. `client` is ROCJFR_CLIENT_ROCTRACER or a higher one;
// ALREADY_INITIALIZED where it is connected.
ROCJFR_API rocjfr_status_t rocjfr_connect_client(uint32_t client, const rocjfr_client_t* table);
// What a client wants. Sets of HIP_API functions: bit `id` of `words` words; NULL: all.
typedef struct rocjfr_wish {
  uint64_t size;     // sizeof(rocjfr_wish_t)
  uint32_t domains;  // ROCJFR_DOMAIN_BITs; of HIP_API:
  uint32_t words;
  const uint64_t* api;  // the functions that it is told of
  // Those among them of which ENTER is told, too. Without it the runtime need not stop for us once
  // more in each call.
  const uint64_t* enter;
  // Those among them of which begin_ns and end_ns are known, which costs two looks at the clock.
  const uint64_t* times;
  // Those among them whose EXIT says what the call returned, which the runtime is asked for: some
  // 50 ns. NULL: none.
  const uint64_t* results;
} rocjfr_wish_t;
// Replaces the client's last wish. An equal wish costs little. Before it returns, it registers or
// removes the hook of the known runtime. rocjfr_poll finds another runtime. Unlike rocjfr_poll,
// this neither takes the loader's lock nor waits for HSA's start. Call rocjfr_poll once the caller
// has released its own locks. Work is tracked from then on at the latest.
ROCJFR_API rocjfr_status_t rocjfr_client_want(uint32_t client, const rocjfr_wish_t* wish);
// A tool has asked the client for a kind of records that never comes: said in the runtime's status
// (rocjfr_runtime_info_t.message), each once.
ROCJFR_API rocjfr_status_t rocjfr_client_unserved(uint32_t client, const char* kind);
// Calls `function` (null: none any more) when a HIP call of this thread submits its first piece of
// work for which a record will come. The conditions are those of `api`. Needs
// ROCJFR_DOMAIN_HIP_OPS.
typedef void (*rocjfr_submission_t)(uint64_t correlation_id, const rocjfr_submit_t* submit);
ROCJFR_API rocjfr_status_t rocjfr_client_follow_submissions(uint32_t client,
                                                            rocjfr_submission_t function);
// The place in hip_api_data_t at which a function of the loaded runtime has its hipStream_t. 0 if
// it has none or the place is unknown. For a few functions it is unknown before the first call.
ROCJFR_API uint32_t rocjfr_stream_argument(uint32_t op);
// What that word, and the first argument, hold where the runtime has not filled in the arguments.
#define ROCJFR_UNFILLED UINT64_C(0xB10C5EEDB10C5EED)
// sizeof(hip_api_data_t) of the loaded runtime. The structure ends with the pointer to the word
// that is kept between the phases. 0 if there is no such pointer (5.2) or the size is unknown. It
// is measured in the first call, and known when a client is called for that.
ROCJFR_API uint32_t rocjfr_api_data_bytes(void);
// 1 where changing the hook waits for calls in progress (5.2): then not from within a call. 0 while
// there is no runtime.
ROCJFR_API uint32_t rocjfr_hook_waits(void);
// ROCJFR_DOMAIN_BIT of what anybody wants.
ROCJFR_API uint32_t rocjfr_wanted(void);
// As rocjfr_in_flight, of HIP's work alone.
ROCJFR_API uint64_t rocjfr_hip_in_flight(void);
// Within `op`: 1 if the record finishes a piece of work as rocjfr_call_t.submits counts it.
ROCJFR_API uint32_t rocjfr_op_finishes(void);
// A HIP call of whose work not everything was told.
typedef struct rocjfr_call_in_flight {
  uint64_t correlation_id;
  uint64_t pieces;  // that are missing, as far as is known; 0: its record is being told
  uint32_t op;  // ROCJFR_OP_COPY for copies and fills, by its arguments; else ROCJFR_OP_DISPATCH
  uint32_t reserved;
} rocjfr_call_in_flight_t;
// Calls `visit` for each of them, for some more than once. They include all work that was submitted
// before this and will be delivered to clients after it, if it is joined to its call. `visit` must
// not call rocjfr. This searches the table of calls: about 100 microseconds, unless nothing is in
// flight. OUT_OF_MEMORY: some of the work that is being delivered is missing.
ROCJFR_API rocjfr_status_t rocjfr_each_in_flight(void (*visit)(const rocjfr_call_in_flight_t* call,
                                                               void* argument),
                                                 void* argument);
// 1 if the calling thread belongs to HIP or HSA: it has reported finished work or called functions
// of the program. A client's user may be waiting for this thread, so it must not wait for the user.
ROCJFR_API uint32_t rocjfr_runtimes_thread(void);
// Who acts on the calling OS thread. It is the Java thread id of a virtual thread. 0: the OS thread
// itself. -1: it is a carrier, and it is unknown whether a virtual thread acts.
ROCJFR_API int64_t rocjfr_virtual_thread(void);
// Now, on the clock that calls are timed by: CLOCK_MONOTONIC within a microsecond, no system call.
ROCJFR_API uint64_t rocjfr_call_clock_ns(void);
// The ref of a kernel's name (rocjfr_name_symbol), whatever becomes of the text; 0: no memory.
ROCJFR_API uint32_t rocjfr_name_ref(const char* symbol);
// A correlation id that no call has, of the calling thread's; 0 where memory is short.
ROCJFR_API uint64_t rocjfr_take_correlation_id(void);
// `function` is called when HSA is initialised, on the thread that does it: inside the program's
// first HIP call, before the runtime looks whether that is traced. Needs rocjfr_options_t.early.
// UNSUPPORTED where a function has been set already.
ROCJFR_API rocjfr_status_t rocjfr_at_hsa_start(void (*function)(void));

// roctx calls that make no records for Java, told to clients under these ops.
enum {
  ROCJFR_ROCTX_GET_THREAD_ID = 5,
  ROCJFR_ROCTX_PAUSE = 6,  // id: thread id, 0 all
  ROCJFR_ROCTX_RESUME = 7,
  ROCJFR_ROCTX_NAME_OS_THREAD = 8,  // message: the name; id: what is named
  ROCJFR_ROCTX_NAME_HSA_AGENT = 9,
  ROCJFR_ROCTX_NAME_HIP_DEVICE = 10,
  ROCJFR_ROCTX_NAME_HIP_STREAM = 11,
};
ROCJFR_API void rocjfr_roctx_tell(uint32_t op, const char* message, uint64_t id);

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_CLIENT_H_
