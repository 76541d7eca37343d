// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The roctracer API, version 4.1: callbacks around runtime calls, activity records of calls and of
// work on the GPU. Source and binary compatible with AMD's libroctracer64.so.4.
//
// In general, where a function does not say otherwise:
//   - It may be called from any thread, also before HIP and roctx are loaded: what is enabled takes
//     effect when they are.
//   - "Callbacks: yes": it may be called inside every callback of this API, on any of its phases.
//   - "Signal handlers: no": it takes locks or allocates.
//   - It returns ROCTRACER_STATUS_SUCCESS (0) or a negative roctracer_status_t, and then
//     roctracer_error_string tells why. No C++ exception leaves it.
//   - An exception that a callback throws ends there, is told once on standard error, and the call
//     goes on. A callback may end its thread (pthread_exit); where that is a pool's, another takes
//     its place. Not inside a call of HIP 5.2, whose own functions let nothing unwind them: that
//     ends the process.
//   - In a forked child nothing is traced: pools cannot be opened and nothing can be enabled there
//     (ROCTRACER_STATUS_ERROR); closing, flushing and disabling succeed and deliver nothing.
//   - It returns ROCTRACER_STATUS_ERROR where another version of the tracer core (librocjfr.so) is
//     loaded already.
// KFD_API does not exist in version 4.1.
#ifndef ROCTRACER_H_
#define ROCTRACER_H_

#include <stddef.h>
#include <stdint.h>

#include "ext/prof_protocol.h"

#if !defined(ROCTRACER_CALL)
#define ROCTRACER_CALL
#endif
#if !defined(ROCTRACER_EXPORT_DECORATOR)
#define ROCTRACER_EXPORT_DECORATOR __attribute__((visibility("default")))
#endif
#if !defined(ROCTRACER_IMPORT_DECORATOR)
#define ROCTRACER_IMPORT_DECORATOR
#endif
// Without ROCTRACER_CALL, which many programs define as a macro of their own that checks a status.
#define ROCTRACER_EXPORT ROCTRACER_EXPORT_DECORATOR
#define ROCTRACER_IMPORT ROCTRACER_IMPORT_DECORATOR
#if !defined(ROCTRACER_API)
#if defined(ROCTRACER_EXPORTS)
#define ROCTRACER_API ROCTRACER_EXPORT
#else
#define ROCTRACER_API ROCTRACER_IMPORT
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Marks functions of version 4.1 of the interface.
#define ROCTRACER_VERSION_4_1

// --- Version -------------------------------------------------------------------------------------

// The version of this header. A program runs with a library of the same major and the same or a
// higher minor version.
#define ROCTRACER_VERSION_MAJOR 4
#define ROCTRACER_VERSION_MINOR 1

// The version of the library. Cannot fail. Callbacks: yes. Signal handlers: yes.
ROCTRACER_API uint32_t roctracer_version_major(void) ROCTRACER_VERSION_4_1;
ROCTRACER_API uint32_t roctracer_version_minor(void) ROCTRACER_VERSION_4_1;
// As chapter 2.3 of the specification spells them.
#define roctracer_major_version roctracer_version_major
#define roctracer_minor_version roctracer_version_minor

// --- Status --------------------------------------------------------------------------------------

typedef enum {
  ROCTRACER_STATUS_SUCCESS = 0,
  ROCTRACER_STATUS_ERROR = -1,                         // anything else; see roctracer_error_string
  ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID = -2,       // no such domain, or not for this function
  ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT = -3,        // no such operation, name or pool; NULL
  ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED = -4,  // no pool given, and no default pool
  ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED = -5,  // there is a default pool
  ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION = -6,             // the pool's allocator gave nothing
  ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID = -7,  // pop without push
  ROCTRACER_STATUS_ERROR_NOT_IMPLEMENTED = -8,  // the domain cannot be traced yet
  // Names of earlier versions.
  ROCTRACER_STATUS_UNINIT = 2,
  ROCTRACER_STATUS_BREAK = 3,
  ROCTRACER_STATUS_BAD_DOMAIN = ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID,
  ROCTRACER_STATUS_BAD_PARAMETER = ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT,
  ROCTRACER_STATUS_HIP_API_ERR = 6,
  ROCTRACER_STATUS_HIP_OPS_ERR = 7,
  ROCTRACER_STATUS_HCC_OPS_ERR = ROCTRACER_STATUS_HIP_OPS_ERR,
  ROCTRACER_STATUS_HSA_ERR = 7,
  ROCTRACER_STATUS_ROCTX_ERR = 8
} roctracer_status_t;

// What the last function said that failed on the calling thread: "function(), text\n"; "" if none
// has failed. Later successes do not clear it. The caller frees the text with free(); NULL only
// where memory is short. Callbacks: yes. Signal handlers: no.
ROCTRACER_API const char* roctracer_error_string(void) ROCTRACER_VERSION_4_1;

// --- Domains -------------------------------------------------------------------------------------

typedef activity_domain_t roctracer_domain_t;

// The phases, as the specification names them.
typedef activity_api_phase_t roctracer_api_phase_t;
#define ROCTRACER_API_PHASE_ENTER ACTIVITY_API_PHASE_ENTER
#define ROCTRACER_API_PHASE_EXIT ACTIVITY_API_PHASE_EXIT

// The name of an operation; static storage.
//   HIP_API  the function, of `op`; "unknown" where there is none. While HIP is not loaded: names
//            that all versions since 5.2 have under that id.
//   HIP_OPS  the command, of `kind` (not of `op`)
//   HSA_OPS, HSA_EVT, HSA_API  of `op`
//   EXT_API  "EXT_API"
// NULL for all other domains (INVALID_DOMAIN_ID) and for operations that HSA_OPS or HSA_EVT do not
// have (INVALID_ARGUMENT). Callbacks: yes. Signal handlers: no.
ROCTRACER_API const char* roctracer_op_string(uint32_t domain, uint32_t op,
                                              uint32_t kind) ROCTRACER_VERSION_4_1;
// The operation of a name, of HIP_API or HSA_API. *op is the operation, *kind (if not NULL) 0.
// HIP's ids are those of the loaded runtime; while it is not loaded, as in roctracer_op_string.
//   INVALID_ARGUMENT   the domain has no such operation (then *op is 0 for HIP_API); str or op NULL
//   INVALID_DOMAIN_ID  any other domain
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_op_code(uint32_t domain, const char* str, uint32_t* op,
                                                   uint32_t* kind) ROCTRACER_VERSION_4_1;
// EXT_API: roctracer_ext_properties_t, the functions that roctracer_start and roctracer_stop call.
// The HIP and HSA domains take whatever is given and ignore it.
//   INVALID_DOMAIN_ID  ROCTX, KFD_API, no such domain
//   INVALID_ARGUMENT   EXT_API with NULL
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_set_properties(roctracer_domain_t domain,
                                                          void* properties) ROCTRACER_VERSION_4_1;

// --- Callbacks -----------------------------------------------------------------------------------

typedef activity_rtapi_callback_t roctracer_rtapi_callback_t;

// Calls `callback` at both phases of an operation (ROCTX: once), on the thread that calls it. The
// library holds no lock then, so the callback may call HIP. Such calls are traced, too. If the
// operation is enabled again, it has the new callback and its new arg, never a mixture. One disable
// ends it. A call in progress gets no EXIT if it got no ENTER, and none after a disable. 8 bytes
// (hip_api_data_t's *phase_data, of HIP 5.4 and later) are kept from ENTER to EXIT; 0 at ENTER. On
// HIP_OPS nothing happens: its work has no phases.
//   INVALID_DOMAIN_ID  KFD_API, no such domain
//   INVALID_ARGUMENT   the domain has no such operation; callback is NULL
//   NOT_IMPLEMENTED    HSA_API, HSA_OPS, HSA_EVT
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_enable_op_callback(activity_domain_t domain, uint32_t op,
                                                              activity_rtapi_callback_t callback,
                                                              void* arg) ROCTRACER_VERSION_4_1;
// The same for all operations of a domain; EXT_API has none. Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_enable_domain_callback(
    activity_domain_t domain, activity_rtapi_callback_t callback, void* arg) ROCTRACER_VERSION_4_1;
// No callback begins after the return, but one that is running on another thread may still run.
// SUCCESS also where it was not enabled.
//   INVALID_DOMAIN_ID  KFD_API, no such domain
//   INVALID_ARGUMENT   the domain has no such operation
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_disable_op_callback(activity_domain_t domain,
                                                               uint32_t op) ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_disable_domain_callback(activity_domain_t domain)
    ROCTRACER_VERSION_4_1;

// --- Activity records ----------------------------------------------------------------------------

typedef activity_record_t roctracer_record_t;

// *next = the record behind `record` in a buffer callback's range. INVALID_ARGUMENT: NULL.
// Callbacks: yes. Signal handlers: yes, unless an argument is NULL.
ROCTRACER_API roctracer_status_t roctracer_next_record(
    const activity_record_t* record, const activity_record_t** next) ROCTRACER_VERSION_4_1;

// A pool's memory. *ptr NULL: allocate `size` bytes; *ptr set and size not 0: reallocate; size 0:
// free. Called once when the pool is opened, on that thread, and once when it is closed.
typedef void (*roctracer_allocator_t)(char** ptr, size_t size, void* arg);

// Gets the records from `begin` to `end`. They are complete records, in the order of each thread.
// An external-id record is directly before its API record. The pool's own thread makes one call at
// a time: when a buffer is full, on a flush and when the pool is closed. The range and all kernel
// names in it are valid during the call. The callback may call HIP and all of this API. A flush or
// close of its own pool returns at once and is done after the callback has returned.
typedef void (*roctracer_buffer_callback_t)(const char* begin, const char* end, void* arg);

// Values of roctracer_properties_t::mode; an extension of rocjfr. All other values, and 0, behave
// like AMD's: a thread whose records find no room waits for the buffer callback without a limit.
// The callback may be waiting for a thread that reports finished work. So such a thread waits 100
// ms and then puts its records aside, up to 64 MiB in all. More records are lost and counted.
#define ROCTRACER_MODE_ROCJFR_DROP 0x524A0001u  // it does not wait: the records are dropped
// It waits at most 100 ms; then they are dropped, and until the callback has made room nobody waits
// again. An exit waits 100 ms for such a pool, not 5 s. For consumers in managed runtimes.
#define ROCTRACER_MODE_ROCJFR_BOUNDED 0x524A0002u

typedef struct {
  uint32_t mode;
  size_t buffer_size;  // bytes of records and names in one buffer; at least 128 are used. A pool
                       // has two buffers, and some memory of its own for each thread that writes
  roctracer_allocator_t alloc_fun;                  // NULL: malloc and free
  void* alloc_arg;                                  // its last argument
  roctracer_buffer_callback_t buffer_callback_fun;  // not NULL
  void* buffer_callback_arg;                        // its last argument
} roctracer_properties_t;

typedef void roctracer_pool_t;

// Makes a pool and its thread. pool not NULL: *pool is the pool. NULL: it becomes the default pool.
//   DEFAULT_POOL_ALREADY_DEFINED  pool is NULL and there is a default pool
//   INVALID_ARGUMENT              properties or its buffer callback are NULL
//   MEMORY_ALLOCATION             the allocator gave nothing, or the thread could not be made
// Records that are not flushed when the process exits (exit() or a return from main) are delivered
// then, on the pool's thread. This happens before the destruction of static objects that are older
// than the pool. Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_open_pool_expl(
    const roctracer_properties_t* properties, roctracer_pool_t** pool) ROCTRACER_VERSION_4_1;
// roctracer_open_pool_expl(properties, NULL). Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_open_pool(const roctracer_properties_t* properties)
    ROCTRACER_VERSION_4_1;
// Disables all activities that use the pool (NULL: the default pool), waits for the records of work
// that has finished, as roctracer_disable_op_activity does, delivers everything and frees the pool.
// Records of work that still runs are lost and counted (roctracer_rocjfr_lost_records): no pool
// that is opened later gets them. SUCCESS where there is no default pool.
//   INVALID_ARGUMENT  not an open pool
// Callbacks: yes; in a buffer callback of the same pool it returns before that is done.
// Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_close_pool_expl(roctracer_pool_t* pool)
    ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_close_pool(void) ROCTRACER_VERSION_4_1;
// The default pool before the call, NULL if there was none. pool not NULL: becomes the default
// pool, if it is an open one. Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_pool_t* roctracer_default_pool_expl(roctracer_pool_t* pool)
    ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_pool_t* roctracer_default_pool(void) ROCTRACER_VERSION_4_1;

// Records an operation of HIP_API or HIP_OPS in a pool (NULL: the default pool). If the operation
// is enabled again with another pool, that pool gets the records. With HIP_OPS, it gets those of
// work that is submitted from then on. On ROCTX nothing happens, because it has no records.
//   DEFAULT_POOL_UNDEFINED  pool is NULL and there is no default pool; looked at first
//   INVALID_ARGUMENT        the domain has no such operation; not an open pool
//   INVALID_DOMAIN_ID       KFD_API, no such domain
//   NOT_IMPLEMENTED         HSA_API, HSA_OPS, HSA_EVT
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_enable_op_activity_expl(
    activity_domain_t domain, uint32_t op, roctracer_pool_t* pool) ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_enable_op_activity(activity_domain_t domain,
                                                              uint32_t op) ROCTRACER_VERSION_4_1;
// The same for all operations of a domain; EXT_API has none. The domain is looked at first.
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_enable_domain_activity_expl(
    activity_domain_t domain, roctracer_pool_t* pool) ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_enable_domain_activity(activity_domain_t domain)
    ROCTRACER_VERSION_4_1;
// Calls that are in progress make no record. Of HIP_OPS, work that was submitted before has its
// records all the same, in the pool that was enabled when it was submitted, as long as that stays
// open. Those of work that has finished are there when this returns: they are waited for, mostly
// for less than 200 ms, 2.2 s at most (not in a callback). Those of work that still runs, for which
// nobody waits, come when it ends; what runs for 60 seconds longer is given up and counted
// (roctracer_rocjfr_lost_records). What is submitted from now on has none.
//   INVALID_DOMAIN_ID  KFD_API, no such domain
//   INVALID_ARGUMENT   the domain has no such operation
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_disable_op_activity(activity_domain_t domain,
                                                               uint32_t op) ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_disable_domain_activity(activity_domain_t domain)
    ROCTRACER_VERSION_4_1;

// Returns when the buffer callback has returned for every record that was written to the pool
// (NULL: the default pool) before the call. Work of the GPU that has ended but is still being
// reported is waited for briefly. No callback where there are no records. SUCCESS without a default
// pool.
//   INVALID_ARGUMENT  not an open pool
// Callbacks: yes; in a buffer callback of the same pool it returns before that is done.
// Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_flush_activity_expl(roctracer_pool_t* pool)
    ROCTRACER_VERSION_4_1;
ROCTRACER_API roctracer_status_t roctracer_flush_activity(void) ROCTRACER_VERSION_4_1;

// Extension of rocjfr. *records = the number of records that a pool (NULL: the default pool) has
// lost since it was opened. Records are lost by the pool's mode, or because memory was short. Also
// lost are records of work that still ran when the pool was closed, or 60 seconds after its
// operation was disabled. The pool may be closed.
//   DEFAULT_POOL_UNDEFINED, INVALID_ARGUMENT (never a pool; records is NULL)
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_rocjfr_lost_records(roctracer_pool_t* pool,
                                                               uint64_t* records);

// Extension of rocjfr. The members of hip_api_data_t::args of a HIP function (its name, e.g.
// "hipMemcpy"), in the order of its parameters: "name offset type," for each. The offset counts
// from the begin of `args`, which is 16 bytes behind the begin of hip_api_data_t. Types: I32, U32,
// U64, U8, U16 are numbers. TEXT is a pointer to a text. PP is a pointer to 8 bytes, P32 one to 4
// bytes, which the call may write. P is any other pointer or handle. Static storage, the same for
// all versions of HIP. Members whose place depends on the version are left out. NULL: unknown.
// Callbacks: yes. Signal handlers: yes.
ROCTRACER_API const char* roctracer_rocjfr_arguments(const char* function);

// --- Time ----------------------------------------------------------------------------------------

// *timestamp = now, in nanoseconds, on the clock of all records: the GPU runtime's system clock,
// and CLOCK_MONOTONIC until there is one. INVALID_ARGUMENT: NULL. Callbacks: yes. Signal handlers:
// no.
ROCTRACER_API roctracer_status_t roctracer_get_timestamp(roctracer_timestamp_t* timestamp)
    ROCTRACER_VERSION_4_1;

// --- Deprecated ----------------------------------------------------------------------------------

// All that can be traced of the domains before KFD_API, as with AMD's: HIP_API and HIP_OPS are
// changed, ROCTX is not. AMD's library ends with the status of KFD_API, -2, all the same; this one
// returns SUCCESS. Other statuses as the domain functions above.
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_enable_callback(activity_rtapi_callback_t callback,
                                                           void* arg);
ROCTRACER_API roctracer_status_t roctracer_disable_callback(void);
ROCTRACER_API roctracer_status_t roctracer_enable_activity(void);
ROCTRACER_API roctracer_status_t roctracer_enable_activity_expl(roctracer_pool_t* pool);
ROCTRACER_API roctracer_status_t roctracer_disable_activity(void);
// Do nothing; roctracer_load returns 1. Callbacks: yes. Signal handlers: yes.
ROCTRACER_API int roctracer_load(void);
ROCTRACER_API void roctracer_unload(void);
ROCTRACER_API void roctracer_flush_buf(void);
ROCTRACER_API void roctracer_mark(const char* message);
// As the specification's samples spell them.
#define roctracer_id_string(domain, id) roctracer_op_string((domain), (id), 0)
#define roctracer_disable_api_callback roctracer_disable_callback
#define roctracer_disable_api_activity roctracer_disable_activity

#ifdef __cplusplus
}
#endif
#endif  // ROCTRACER_H_
