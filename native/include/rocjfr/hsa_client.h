// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA, the library below HIP, for the other native libraries of this project: what they are told,
// on the thread where it happens. Not for programs.
#ifndef ROCJFR_HSA_CLIENT_H_
#define ROCJFR_HSA_CLIENT_H_

#include "rocjfr/client.h"

#ifdef __cplusplus
extern "C" {
#endif

// The tables that HSA's functions stand in.
enum {
  ROCJFR_HSA_CORE = 0,
  ROCJFR_HSA_AMD_EXT = 1,
  ROCJFR_HSA_IMAGE_EXT = 2,
  ROCJFR_HSA_FINALIZER_EXT = 3,
  ROCJFR_HSA_TABLES = 4
};

// Whether HSA's calls can be seen.
enum {
  ROCJFR_HSA_NOT_STARTED = 0,  // the program has not initialised HSA yet
  ROCJFR_HSA_READY = 1,
  ROCJFR_HSA_UNKNOWN = 2,   // its tables are laid out as in no release that is known
  ROCJFR_HSA_TOO_LATE = 3,  // it was initialised without telling us
};

// A call of HSA between its two phases. Valid during the callback only.
typedef struct rocjfr_hsa_call {
  uint64_t correlation_id;
  uint64_t begin_ns;  // as rocjfr_call_clock_ns
  uint64_t end_ns;    // 0 at ENTER
  // AMD's hsa_api_data_t (roctracer/hsa_prof_str.h): correlation id, phase, result (EXIT), and 88
  // bytes of arguments from byte 24 on. Behind them is the pointer to a word that is kept between
  // the phases. For functions of ROCJFR_HSA_FINALIZER_EXT the arguments may be longer, and the
  // pointer is missing.
  void* api_data;
  uint64_t* word;     // the client's own, 0 at ENTER, kept until EXIT
  uint32_t function;  // number: rocjfr_hsa_function
  uint32_t phase;     // 0 ENTER, 1 EXIT
  uint64_t outer;     // correlation id of the traced call of HSA that it was made in, else 0
} rocjfr_hsa_call_t;

// All members may be null. They may call HSA and HIP and must not throw. `call` may end its thread.
typedef struct rocjfr_hsa_client {
  uint64_t size;  // sizeof(rocjfr_hsa_client_t)
  // HSA has handed over its tables, inside hsa_init: places of functions are known. It must not
  // wait for who may wait for HSA.
  void (*started)(void);
  // Both phases of the functions that the client wants. EXIT comes for each ENTER.
  void (*call)(const rocjfr_hsa_call_t* call);
  // hsa_evt_id_t and hsa_evt_data_t (roctracer/roctracer_hsa.h).
  void (*event)(uint32_t event, const void* data);
  // Finished work; ops as ROCJFR_OP_*, domain 1, times of the GPU's clock, device_id the driver's
  // node, bytes of copies. kernel_name (of dispatches, may be null) is valid during the callback.
  void (*op)(const rocjfr_record_t* record, const char* kernel_name);
  // Scratch memory: hsa_amd_tool_event_kind_t and the event as HSA has it, on a thread of HSA's.
  void (*scratch)(uint32_t event, const void* data);
} rocjfr_hsa_client_t;

// `table` must live as long as the process. ALREADY_INITIALIZED where the client is connected.
ROCJFR_API rocjfr_status_t rocjfr_connect_hsa_client(uint32_t client,
                                                     const rocjfr_hsa_client_t* table);
#define ROCJFR_HSA_EVENT_BIT(event) (1u << (event))
#define ROCJFR_HSA_OP_BIT(op) (1u << (8 + (op)))
#define ROCJFR_HSA_SCRATCH_BIT (1u << 16)
// What the client wants: bit `number` of `functions`, and events, ops and scratch memory as bits.
// Holds from now on, also where HSA starts later. Work that has begun is still told.
ROCJFR_API rocjfr_status_t rocjfr_client_want_hsa(uint32_t client, const uint64_t* functions,
                                                  uint32_t words, uint32_t others);

// One past the highest number of a function, of all releases that are known.
ROCJFR_API uint32_t rocjfr_hsa_functions(void);
typedef struct rocjfr_hsa_function {
  const char* name;  // static storage
  uint32_t table;    // ROCJFR_HSA_*
  uint32_t place;    // in its table, as the loaded release has it; while HSA has not started as the
                     // installed one will; UINT32_MAX: that release has no such function
  uint32_t since;    // the bytes of the smallest table that has it
} rocjfr_hsa_function_t;
ROCJFR_API rocjfr_status_t rocjfr_hsa_function(uint32_t number, rocjfr_hsa_function_t* function);

// Work of which a record will come: copies, dispatches, barriers that are followed.
ROCJFR_API uint64_t rocjfr_hsa_in_flight(void);

typedef struct rocjfr_hsa_info {
  uint32_t state;                     // ROCJFR_HSA_*
  uint32_t bytes[ROCJFR_HSA_TABLES];  // of the tables; 0 not known
  uint32_t starts;                    // how often HSA has handed over its tables
  uint32_t dispatches;  // 1: queues are intercepted (ROCJFR_HSA_DISPATCH=1 when HSA started)
  char message[256];    // why its calls cannot be seen, "" if they can
} rocjfr_hsa_info_t;
ROCJFR_API rocjfr_status_t rocjfr_hsa(rocjfr_hsa_info_t* info);

// Between 1 and 0 what the calling thread calls of HSA is ours, and nobody is told.
ROCJFR_API void rocjfr_hsa_own_calls(uint32_t own);

// The agent that a memory pool (amd.memory_pool_t) belongs to, as its handle; 0: not known.
ROCJFR_API uint64_t rocjfr_hsa_agent_of_pool(uint64_t pool);
// The driver's node of an agent; -1: not known.
ROCJFR_API int32_t rocjfr_hsa_node_of_agent(uint64_t agent);

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_HSA_CLIENT_H_
