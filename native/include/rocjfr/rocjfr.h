// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The C ABI of the tracer core (librocjfr.so) for its Java side. No function throws; unless said
// otherwise each may be called from any thread, not from a signal handler, holds no lock while
// foreign code runs and returns a ROCJFR_STATUS_*.
#ifndef ROCJFR_ROCJFR_H_
#define ROCJFR_ROCJFR_H_

#include "rocjfr/record.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROCJFR_API __attribute__((visibility("default")))

typedef int32_t rocjfr_status_t;
enum {
  ROCJFR_STATUS_SUCCESS = 0,
  ROCJFR_STATUS_INVALID_ARGUMENT = -1,
  ROCJFR_STATUS_OUT_OF_MEMORY = -2,
  ROCJFR_STATUS_NOT_FOUND = -3,
  ROCJFR_STATUS_ALREADY_INITIALIZED = -4,
  ROCJFR_STATUS_UNSUPPORTED = -5,
  ROCJFR_STATUS_TIMEOUT = -6,
};

// Who has a stack of external correlation ids and may want records.
enum {
  ROCJFR_CLIENT_JAVA = 0,
  ROCJFR_CLIENT_ROCTRACER = 1,
  ROCJFR_CLIENT_ROCPROFILER = 2,
  ROCJFR_CLIENTS = 8
};

// The agent's options have the same limits and defaults (AgentOptions).
#define ROCJFR_LEAST_RING_BYTES 4096
#define ROCJFR_MOST_RING_BYTES 268435456
#define ROCJFR_DEFAULT_RING_BYTES 4194304
#define ROCJFR_DEFAULT_MEMORY_BYTES 134217728
#define ROCJFR_MOST_LOSSLESS_WAIT_MS 10000
#define ROCJFR_DEFAULT_LOSSLESS_WAIT_MS 100

typedef struct rocjfr_options {
  uint64_t size;              // sizeof(rocjfr_options_t) of the caller
  uint64_t ring_bytes;        // of one thread's largest ring; a power of two within the limits
  uint64_t memory_bytes;      // of all rings together; at least ring_bytes
  uint32_t lossless;          // 1: a producer waits while its ring is full
  uint32_t lossless_wait_ms;  // the longest such wait; then the record is dropped
  uint32_t early;  // 1: no other thread of the process runs application code yet, so that
                   // the environment may be changed (HSA_TOOLS_LIB) to find HIP in time
  uint32_t reserved;
} rocjfr_options_t;

// One row of the layout tables: what Java compares with its own constants.
typedef struct rocjfr_field {
  const char* name;
  uint32_t offset;
  uint32_t size;
} rocjfr_field_t;

ROCJFR_API uint32_t rocjfr_abi_version(void);
// e.g. "0.1.0". Static storage.
ROCJFR_API const char* rocjfr_version(void);
// All fields of record.h (record, submit, ring, control), static storage; *count is set.
ROCJFR_API const rocjfr_field_t* rocjfr_layout(uint32_t* count);

// Once per process, before the rest; later ALREADY_INITIALIZED: nothing changes. `error` (may be
// NULL; error_bytes at most): what is wrong, or which options, not the defaults, are not in force.
ROCJFR_API rocjfr_status_t rocjfr_initialize(const rocjfr_options_t* options, char* error,
                                             uint64_t error_bytes);

// Readable for the life of the process: 4096 bytes, ROCJFR_CONTROL_FIELDS.
ROCJFR_API void* rocjfr_control(void);
// Ring `index` < ring_count: its header's address and the bytes of header and slots.
ROCJFR_API void* rocjfr_ring(uint32_t index, uint64_t* bytes);

// --- What is recorded for Java -------------------------------------------------------------------

// Sets the domains that Java wants: ROCJFR_DOMAIN_BIT of each. It registers or removes the
// runtime's hook before it returns. On HIP 5.2 that waits for calls in progress. So, like
// rocjfr_set_filter and rocjfr_set_results, call it on a thread for which nobody waits without a
// limit. Removing does not wait for work: see rocjfr_quiesce.
ROCJFR_API rocjfr_status_t rocjfr_set_wanted(uint32_t domains);
// functions: the HIP_API functions whose calls make records, as a comma-separated list of globs (*
// and ?) over their names, copied; NULL: all do. threshold_ns: shorter calls make none. Only API
// records are suppressed, never what they tell about the work they submit. barriers: 1 records
// HIP_OPS barriers too. Like the next one it may be set before there is a runtime.
ROCJFR_API rocjfr_status_t rocjfr_set_filter(const char* functions, uint64_t threshold_ns,
                                             uint32_t barriers);
// functions: as above, the functions of which the runtime is asked what a call returned, where the
// call makes a record; NULL: of none, as at first. See rocjfr_record_t.kind.
ROCJFR_API rocjfr_status_t rocjfr_set_results(const char* functions);
// Looks for HIP and roctx libraries that were loaded since the last call, and whether another tool
// holds the hook; cheap when nothing changed. Like rocjfr_set_wanted it may have to wait while
// hooks change: neither is for the thread that drains.
ROCJFR_API void rocjfr_poll(void);
// Pieces of work that were submitted and have not been delivered yet; all of a graph's launch, or
// of a kernel's on several devices, are one.
ROCJFR_API uint64_t rocjfr_in_flight(void);
// Makes HIP report finished work, and waits until nothing is in flight. It waits at most
// timeout_ms. When no more work is known to have finished, it waits at most idle_ms without
// progress. Time in which the calling thread waited for a core does not count as idle. Returns the
// number that is still in flight.
ROCJFR_API uint64_t rocjfr_quiesce(uint32_t timeout_ms, uint32_t idle_ms);
// Has HIP report what has finished; returns what rocjfr_reports_to_come is asked with.
ROCJFR_API uint64_t rocjfr_ask_reports(void);
// 1: work in flight has finished and HIP has yet to report it, or this is not known yet. 0: work in
// flight has not finished, or cannot be asked. A waiting thread calls it about every millisecond.
ROCJFR_API uint32_t rocjfr_reports_to_come(uint64_t asked);

// For benchmarks and tests: while `held` is not 0 HIP is not asked to report anything.
ROCJFR_API void rocjfr_hold_reports(uint32_t held);

typedef struct rocjfr_pending {
  int32_t device;  // HIP ordinal; -1: not known
  uint32_t reserved;
  // Pieces of HIP's work that were submitted and not reported:
  uint64_t busy;      // their stream had work to do as it was looked at last
  uint64_t finished;  // their stream had none: HIP has yet to report them
  uint64_t unasked;   // their stream cannot be asked (one of hipStreamPerThread, or captured), or
                      // was not yet
} rocjfr_pending_t;
enum { ROCJFR_PENDING_BUSY = 0, ROCJFR_PENDING_FINISHED = 1, ROCJFR_PENDING_UNASKED = 2 };

typedef struct rocjfr_pending_call {
  uint64_t correlation_id;
  uint64_t pieces;  // of its work
  int32_t device;   // HIP ordinal; -1: not known
  uint16_t state;   // ROCJFR_PENDING_*, as in rocjfr_pending_t
  uint16_t single;  // 1: it has submitted nothing but this piece; 0: more, or that is not known
} rocjfr_pending_call_t;
// By device: fills at most `most` rows (of more the last one has the rest), returns how many. And
// by call, where `calls` is not null: at most *count of those that are in the rows, in any order;
// *count is then how many.
ROCJFR_API uint32_t rocjfr_pending(rocjfr_pending_t* rows, uint32_t most,
                                   rocjfr_pending_call_t* calls, uint32_t* count);
// Pieces of HIP's work since initialisation, by what any client or Java wanted. A graph's count
// when its launch has returned. What was submitted is reported, pending or given up.
typedef struct rocjfr_work_counts {
  uint64_t submitted;
  uint64_t reported;  // recorded, or told
  uint64_t given_up;  // not waited for: nobody wanted it any more, or it gave way to newer calls
} rocjfr_work_counts_t;
ROCJFR_API rocjfr_work_counts_t rocjfr_work_counts(void);

// For tests: while `held` is not 0 no time passes for rocjfr_quiesce, which then only ends when
// nothing is in flight. Returns how many threads are in it.
ROCJFR_API uint32_t rocjfr_hold_waits(uint32_t held);
// Forgets what is in flight and counts it as lost (cause inFlight): returns how many pieces of
// work. Call after the hook was removed; where anybody, a client too, still wants work, nothing is
// forgotten, and it returns 0.
ROCJFR_API uint64_t rocjfr_abandon_in_flight(void);

// Whether any ring holds a record that the consumer has not taken: 1 or 0.
ROCJFR_API uint32_t rocjfr_any_unread(void);
// Sleeps until a ring is a quarter full, rocjfr_wake is called or timeout_ms is over. If no record
// was published before, it also returns about 100 ms after the first one.
ROCJFR_API void rocjfr_wait(uint32_t timeout_ms);
ROCJFR_API void rocjfr_wake(void);
// Polls ten times a second until timeout_ms is over or rocjfr_end_watch is called, which ends the
// present watch or else the next one. For one thread.
ROCJFR_API void rocjfr_watch(uint32_t timeout_ms);
ROCJFR_API void rocjfr_end_watch(void);
// 1 from JVM exit on: producers no longer wait for room.
ROCJFR_API void rocjfr_set_exiting(uint32_t exiting);
// Marks the calling thread as one of ours: it never waits for room and its own HIP calls make no
// records.
ROCJFR_API void rocjfr_this_thread_drains(void);

// --- Where in Java calls are made, and GPU memory ------------------------------------------------

// A class with two methods. One is `static int site(long correlation_id, int function, int kernel,
// double weight)`. The other is `static int allocation(long correlation_id, int function, long id,
// long bytes, long address, int device, int kind, double weight)`. The application's threads call
// them, inside their calls of the runtime, so they must not wait. They return 0 or (allocation) the
// number of the stack that was kept. They return -1 if JFR does not record the thread, -2 if they
// failed. function: an id of HIP, or of OpenCL plus 65536. kernel: a name's ref. Call this once per
// process.
ROCJFR_API rocjfr_status_t rocjfr_set_site_sink(void* jni_env, void* type);
// functions: as in rocjfr_set_filter, those whose calls are picked while ROCJFR_DOMAIN_SITES is
// wanted; NULL: none. rate: how many a second, in the whole process; 0: all.
ROCJFR_API rocjfr_status_t rocjfr_set_sites(const char* functions, uint32_t rate);
// pick: 1: allocations are picked, too, while ROCJFR_DOMAIN_MEMORY is wanted. rate: likewise.
ROCJFR_API rocjfr_status_t rocjfr_set_allocations(uint32_t pick, uint32_t rate);

#define ROCJFR_SITE_CAUSES 10u
typedef struct rocjfr_site_counts {
  uint64_t not_picked;      // calls of the functions that are wanted
  uint64_t refused_weight;  // of those that were picked and refused, in 256ths
  // Of those that were picked: committed, then refused by cause, in the order of Upcalled
  // (core/java/upcall.h).
  uint64_t became[ROCJFR_SITE_CAUSES];
} rocjfr_site_counts_t;
// kind 0: calls; 1: allocations. They grow only. A call that was picked is in none until it is
// known what became of it.
ROCJFR_API rocjfr_status_t rocjfr_site_counts(uint32_t kind, rocjfr_site_counts_t* counts);

typedef struct rocjfr_memory {
  int32_t device;  // HIP's ordinal; -1: not known
  uint32_t kind;   // 0 device, 1 host, 2 managed, 3 pool, 4 virtual, 5 array, 6 OpenCL
  uint64_t bytes;  // allocated and not freed since
  uint64_t count;
  uint64_t peak_bytes;
  uint64_t tracked_since_ms;  // of CLOCK_REALTIME: when ROCJFR_DOMAIN_MEMORY was wanted
  uint64_t unknown_frees;     // of all devices and kinds: frees of what is not known
  uint64_t failed_frees;      // likewise: frees of which the runtime says that they failed
  uint64_t
      not_tracked;  // what could not be followed: no room, or not known if it was an allocation
} rocjfr_memory_t;
// What is allocated, by device and kind: fills at most `most` rows, returns how many.
ROCJFR_API uint32_t rocjfr_memory(rocjfr_memory_t* rows, uint32_t most);

typedef struct rocjfr_allocation {
  uint64_t id;  // never the same again
  uint64_t address;
  uint64_t bytes;
  uint64_t begin_ns;  // CLOCK_MONOTONIC
  double weight;      // 0: it was not picked
  int32_t stack;      // what rocjfr_set_site_sink's class returned
  int32_t function;   // as there
  int32_t device;
  uint8_t kind;
  uint8_t reserved;
  uint16_t shares;  // of memory of hipMemCreate: its mappings and its handle, but one
} rocjfr_allocation_t;
// What is allocated now, piece by piece: *cursor is 0 at first. Returns 0 after the last one.
// Allocations that come or go meanwhile may be missing.
ROCJFR_API uint32_t rocjfr_live_allocations(uint64_t* cursor, rocjfr_allocation_t* rows,
                                            uint32_t most);

// --- Losses --------------------------------------------------------------------------------------

enum {
  ROCJFR_LOST_RING_FULL = 0,
  ROCJFR_LOST_THREAD_LIMIT = 1,  // no memory left for another thread's ring
  ROCJFR_LOST_IN_FLIGHT = 2,     // submitted, but not delivered when the hook was removed, or never
  ROCJFR_LOST_LOSSLESS_WAIT = 3,  // the longest wait of lossless mode was over
  ROCJFR_LOST_RANGE_LIMIT = 4,    // too many roctx ranges open at once
  ROCJFR_LOST_EXIT = 5,           // while the JVM exits
  ROCJFR_LOST_FAILED = 6,         // OpenCL: the work ended with an error, or could not be followed
                           // roctx: a range of a virtual thread that was not known for a moment
  ROCJFR_LOST_CAUSES = 7,
};
// The field's spelling of a cause: ringFull, threadLimit, inFlight, losslessWait, rangeLimit, exit,
// failed.
ROCJFR_API const char* rocjfr_lost_cause_name(uint32_t cause);
// Records (not slots) lost since initialisation, by domain and cause. Grows only.
ROCJFR_API uint64_t rocjfr_lost(uint32_t domain, uint32_t cause);
// The number of reports of finished work without a begin or an end, or with an end before the
// begin. Such work is recorded without a duration, at the known time. That is the begin if both are
// known, and the present if none is. The number only grows.
ROCJFR_API uint64_t rocjfr_adjusted_times(void);

// --- References that records carry ---------------------------------------------------------------

// A kernel's name by its ref: as the runtime spells it, and demangled. NULL for unknown refs. Valid
// for the life of the process.
ROCJFR_API const char* rocjfr_name_symbol(uint32_t ref);
ROCJFR_API const char* rocjfr_name_demangled(uint32_t ref);

typedef struct rocjfr_thread_info {
  uint32_t os_thread_id;
  uint32_t attached;       // 1: it was a Java thread
  int64_t java_thread_id;  // -1 where it was none
  char name[64];           // as captured when it first acted, UTF-8, cut; "" where it is not known
  uint32_t named;  // 0: the JVM could not be asked. The name is the OS thread's, "" where it is not
                   // sure that the OS thread's own Java thread acts
  uint32_t object_ref;  // for rocjfr_thread_object: another ref of the same thread may have it
} rocjfr_thread_info_t;
// NOT_FOUND where the ref is so old that its place has been reused.
ROCJFR_API rocjfr_status_t rocjfr_thread(uint32_t ref, rocjfr_thread_info_t* info);
// A new JNI local reference to the live java.lang.Thread of a ref, or NULL. `jni_env` is the
// calling thread's JNIEnv*.
ROCJFR_API void* rocjfr_thread_object(void* jni_env, uint32_t ref);

// --- Runtime facts -------------------------------------------------------------------------------

// The name of a HIP_API function id in the loaded runtime, NULL if unknown. Static storage.
ROCJFR_API const char* rocjfr_api_name(uint32_t id);
// The highest function id of the loaded runtime, 0 without a runtime.
ROCJFR_API uint32_t rocjfr_api_last(void);
// The runtime's name of an op record's kind (hipGetCmdName), NULL if unknown. Static storage.
ROCJFR_API const char* rocjfr_kind_name(uint32_t kind);

// The runtime's name of a hipError_t (hipGetErrorName), NULL without one. Static storage.
ROCJFR_API const char* rocjfr_error_name(uint32_t error);

typedef struct rocjfr_runtime_info {
  uint32_t hook_state;  // ROCJFR_HOOK_*
  int32_t version;      // as hipRuntimeGetVersion spells it where it is known, else 0
  int32_t devices;      // HIP devices; -1 while the runtime has not been initialised by the program
  uint32_t roctx;       // bit 0: AMD's libroctx64 is loaded, bit 1: ours
  uint64_t hook_calls;  // how often the runtime called our hook, since initialisation
  uint64_t registrations;  // how often the hook was registered
  char path[512];          // of the runtime's file, "" without one
  char version_text[64];   // e.g. "5.2.21153"
  char hook[64];           // "register/activity (5.2)", "tracer callback (5.3+)", ""
  char message[512];       // what is degraded and why, "" if nothing is
  char other_tools[512];   // comma-separated, "" if there are none
} rocjfr_runtime_info_t;
ROCJFR_API rocjfr_status_t rocjfr_runtime(rocjfr_runtime_info_t* info);

// The driver's node of the agent that a HIP_OPS record's device_id means, and its HIP ordinal. (HIP
// 5.2 puts the ordinal there, later ones the node.) -1: not known, or not yet: HIP is asked for it
// on threads of rocjfr_this_thread_drains only.
ROCJFR_API int32_t rocjfr_agent(uint32_t device_id);
ROCJFR_API int32_t rocjfr_device(uint32_t device_id);
// The driver's node of a HIP ordinal, -1 if it is not known (yet).
ROCJFR_API int32_t rocjfr_agent_of_device(int32_t device);

// --- OpenCL --------------------------------------------------------------------------------------

// As rocjfr_set_filter, for OPENCL_API. functions NULL: all.
ROCJFR_API rocjfr_status_t rocjfr_set_opencl_filter(const char* functions, uint64_t threshold_ns);
// always 1: all new command queues get profiling, so a recording that starts later has their
// device's times. 0 (the default): only queues that are made while OPENCL_OPS is wanted get it.
ROCJFR_API rocjfr_status_t rocjfr_set_opencl_profiling(uint32_t always);
// The name of an OPENCL_API op, NULL if unknown. Static storage.
ROCJFR_API const char* rocjfr_opencl_api_name(uint32_t op);
// Larger than every op of OPENCL_API.
ROCJFR_API uint32_t rocjfr_opencl_api_count(void);
// The name of what an OpenCL call returned (CL_INVALID_VALUE is -30), NULL if unknown. Static
// storage.
ROCJFR_API const char* rocjfr_opencl_error_name(int32_t error);

typedef struct rocjfr_opencl_info {
  uint32_t platforms;      // vendors' that were found
  uint32_t hidden_queues;  // that live and have profiling which the program did not ask for
  uint64_t in_flight;      // work that is followed and has not ended
  char way[64];       // "tables patched", "layer", "off" (nobody wants it), "" (no OpenCL loaded)
  char names[512];    // the platforms, comma-separated
  char message[512];  // what is degraded and why, "" if nothing is
} rocjfr_opencl_info_t;
ROCJFR_API rocjfr_status_t rocjfr_opencl(rocjfr_opencl_info_t* info);

// --- Clocks --------------------------------------------------------------------------------------

// HIP_API and ROCTX records have CLOCK_MONOTONIC, as System.nanoTime() has.
typedef struct rocjfr_clock_sample {
  uint64_t before_ns;  // CLOCK_MONOTONIC just before
  uint64_t gpu_ns;     // the clock of HIP_OPS records, in nanoseconds
  uint64_t after_ns;   // CLOCK_MONOTONIC just after
} rocjfr_clock_sample_t;
// The tightest of a few readings. UNSUPPORTED while no HSA runtime is loaded and initialised: then
// HIP_OPS cannot have records either.
ROCJFR_API rocjfr_status_t rocjfr_sample_gpu_clock(rocjfr_clock_sample_t* sample);

// --- External correlation ids --------------------------------------------------------------------

// The calling thread's stack for a client: 8 + 63 * 8 bytes that stay mapped for the life of the
// process. Only the calling thread may write it, and only while it runs. NULL: no such client.
// Of the OS thread: it counts where no virtual thread runs on it.
ROCJFR_API rocjfr_external_stack_t* rocjfr_external_stack(uint32_t client);
ROCJFR_API rocjfr_status_t rocjfr_push_external_id(uint32_t client, uint64_t id);
// NOT_FOUND and *id = 0 where the stack is empty; *id = 0 also of one that had no room. id may be
// NULL.
ROCJFR_API rocjfr_status_t rocjfr_pop_external_id(uint32_t client, uint64_t* id);

// The table of virtual threads' innermost ids (ROCJFR_VIRTUAL_FIELDS), mapped for the life of the
// process, and its bytes. NULL if it would not be read, because the virtual thread on a carrier is
// unknown or was not asked yet. JDK 24 and later tell it. Others tell it by
// rocjfr_set_thread_query. JVMs that are not read never tell it (rocjfr_jvm_problem).
ROCJFR_API void* rocjfr_virtual_threads(uint64_t* bytes);
// Hands over the JVM of the calling thread: a platform thread without a pending exception, in a
// native method that Java has called. What the JVM's tables say of its threads is proven, once; a
// JVM that does not pass is not read, and may be handed over again. NOT_FOUND: it could not be
// asked. Without this call no thread is known by its Java thread. Waits 10 s at most.
ROCJFR_API rocjfr_status_t rocjfr_meet_jvm(void* jni_env);
// Why the latest JVM is not read, in a few words of English. NULL if it is read, or there was no
// JVM. Threads, external ids on virtual threads and launch sites of a JVM that is not read are seen
// only if Java itself has called the library. The text lives as long as the library.
ROCJFR_API const char* rocjfr_jvm_problem(void);
// For JVMs that do not tell the mounted thread (JDK 21 to 23). The argument is a class with `static
// long current()`: the id of the calling Java thread, negated if it is a virtual one. It is called
// at each record on a carrier. Call this once per process.
ROCJFR_API rocjfr_status_t rocjfr_set_thread_query(void* jni_env, void* type);

// --- roctx ---------------------------------------------------------------------------------------

// What libroctx64 and Java's io.rocjfr.Roctx call. Semantics are AMD's: push returns the level
// before (0 for the outermost), pop the new level or -1 on an empty stack, start an id from 1.
ROCJFR_API void rocjfr_roctx_mark(const char* message);
ROCJFR_API int32_t rocjfr_roctx_range_push(const char* message);
ROCJFR_API int32_t rocjfr_roctx_range_pop(void);
ROCJFR_API uint64_t rocjfr_roctx_range_start(const char* message);
ROCJFR_API void rocjfr_roctx_range_stop(uint64_t id);

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_ROCJFR_H_
