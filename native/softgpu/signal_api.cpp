// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for signals. HSA has each operation once for each memory order, under two
// generations of names; here all of them are sequentially consistent.

#include "api.h"
#include "async_handlers.h"
#include "clock.h"
#include "device_signal.h"
#include "log.h"

namespace rocjfr::softgpu {
namespace {

/// The signal of a handle. Most of these calls have no status to return: a bad handle gets a line
/// on stderr, once, and reads as 0.
Signal* signal_of(hsa_signal_t handle) {
  Signal* signal = SignalTable::instance().find(handle);
  static std::atomic<bool> told{false};
  if (signal == nullptr && !told.exchange(true)) {
    log(LogLevel::kError, "0x%lx is not a signal; the call does nothing", handle.handle);
  }
  return signal;
}

hsa_signal_value_t load(hsa_signal_t handle) {
  Signal* signal = signal_of(handle);
  return signal == nullptr ? 0 : signal->load();
}

void store(hsa_signal_t handle, hsa_signal_value_t value) {
  Signal* signal = signal_of(handle);
  if (signal != nullptr) signal->store(value);
}

void store_silently(hsa_signal_t handle, hsa_signal_value_t value) {
  Signal* signal = signal_of(handle);
  if (signal != nullptr) __atomic_store_n(signal->value(), value, __ATOMIC_SEQ_CST);
}

template <class F>
hsa_signal_value_t update(hsa_signal_t handle, F operation) {
  Signal* signal = signal_of(handle);
  return signal == nullptr ? 0 : signal->update(operation);
}

hsa_signal_value_t wait(hsa_signal_t handle, int condition, hsa_signal_value_t compare,
                        uint64_t timeout) {
  Signal* signal = signal_of(handle);
  return signal == nullptr ? 0
                           : wait_for(signal, static_cast<uint32_t>(condition), compare, timeout);
}

hsa_status_t create(hsa_signal_value_t value, uint32_t consumers, const hsa_agent_t* agents,
                    hsa_signal_t* out) {
  if (out == nullptr || (consumers != 0 && agents == nullptr)) {
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
  Signal* signal = SignalTable::instance().create(value);
  if (signal == nullptr) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  *out = signal->handle();
  return HSA_STATUS_SUCCESS;
}

}  // namespace
}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t consumers,
                                           const hsa_agent_t* agents, hsa_signal_t* signal) {
  return entry([&] { return create(value, consumers, agents, signal); });
}

SOFTGPU_HSA hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t consumers,
                                               const hsa_agent_t* agents, uint64_t,
                                               hsa_signal_t* signal) {
  return entry([&] { return create(value, consumers, agents, signal); });
}

SOFTGPU_HSA hsa_status_t hsa_signal_destroy(hsa_signal_t signal) {
  return entry([&] {
    return SignalTable::instance().destroy(signal) ? HSA_STATUS_SUCCESS
                                                   : HSA_STATUS_ERROR_INVALID_SIGNAL;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_signal_value_pointer(hsa_signal_t handle,
                                                      volatile hsa_signal_value_t** pointer) {
  return entry([&] {
    Signal* signal = SignalTable::instance().find(handle);
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (pointer == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *pointer = signal->value();
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t handle,
                                                      hsa_signal_condition_t condition,
                                                      hsa_signal_value_t compare,
                                                      hsa_amd_signal_handler handler,
                                                      void* argument) {
  return entry([&] {
    Signal* signal = SignalTable::instance().find(handle);
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (handler == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    AsyncHandlers::instance().add(signal, static_cast<uint32_t>(number_of(condition)), compare,
                                  handler, argument);
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA uint32_t hsa_amd_signal_wait_any(uint32_t count, hsa_signal_t* handles,
                                             hsa_signal_condition_t* conditions,
                                             hsa_signal_value_t* compares, uint64_t timeout,
                                             hsa_wait_state_t, hsa_signal_value_t* satisfying) {
  if (handles == nullptr || conditions == nullptr || compares == nullptr) return UINT32_MAX;
  std::vector<Signal*> signals;
  for (uint32_t i = 0; i < count; ++i) {
    Signal* signal = signal_of(handles[i]);
    if (signal == nullptr) return UINT32_MAX;
    signals.push_back(signal);
  }
  int64_t value = 0;
  uint32_t index = wait_for_any(signals, conditions, compares, timeout, &value);
  if (satisfying != nullptr) *satisfying = value;
  return index;
}

SOFTGPU_HSA hsa_status_t hsa_amd_profiling_get_dispatch_time(
    hsa_agent_t agent, hsa_signal_t handle, hsa_amd_profiling_dispatch_time_t* time) {
  return entry([&] {
    Signal* signal = SignalTable::instance().find(handle);
    if (agent.handle == 0) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (time == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    time->start = signal->begin_ns();
    time->end = signal->end_ns();
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_profiling_get_async_copy_time(
    hsa_signal_t handle, hsa_amd_profiling_async_copy_time_t* time) {
  return entry([&] {
    Signal* signal = SignalTable::instance().find(handle);
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    if (time == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (!signal->has_copied()) return HSA_STATUS_ERROR;
    time->start = signal->begin_ns();
    time->end = signal->end_ns();
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_profiling_async_copy_enable(bool) {
  return entry([] { return HSA_STATUS_SUCCESS; });  // copies are always timed
}

SOFTGPU_HSA hsa_status_t hsa_amd_profiling_convert_tick_to_system_domain(hsa_agent_t agent,
                                                                         uint64_t agent_tick,
                                                                         uint64_t* system_tick) {
  return entry([&] {
    if (agent.handle == 0) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (system_tick == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *system_tick = agent_tick;  // one clock for all
    return HSA_STATUS_SUCCESS;
  });
}

#define LOAD(order)                                                        \
  SOFTGPU_HSA hsa_signal_value_t hsa_signal_load_##order(hsa_signal_t s) { \
    return load(s);                                                        \
  }
LOAD(relaxed)
LOAD(scacquire)
LOAD(acquire)

#define STORE(order)                                                                \
  SOFTGPU_HSA void hsa_signal_store_##order(hsa_signal_t s, hsa_signal_value_t v) { \
    store(s, v);                                                                    \
  }
STORE(relaxed)
STORE(screlease)
STORE(release)

#define SILENT_STORE(order)                                                                \
  SOFTGPU_HSA void hsa_signal_silent_store_##order(hsa_signal_t s, hsa_signal_value_t v) { \
    store_silently(s, v);                                                                  \
  }
SILENT_STORE(relaxed)
SILENT_STORE(screlease)

#define EACH_ORDER(operation)                                                         \
  operation(relaxed) operation(scacquire) operation(screlease) operation(scacq_screl) \
      operation(acquire) operation(release) operation(acq_rel)

#define MODIFY(name, builtin, order)                                                   \
  SOFTGPU_HSA void hsa_signal_##name##_##order(hsa_signal_t s, hsa_signal_value_t v) { \
    update(s, [v](volatile int64_t* p) { return builtin(p, v, __ATOMIC_SEQ_CST); });   \
  }
#define ADD(order) MODIFY(add, __atomic_fetch_add, order)
#define SUBTRACT(order) MODIFY(subtract, __atomic_fetch_sub, order)
#define AND(order) MODIFY(and, __atomic_fetch_and, order)
#define OR(order) MODIFY(or, __atomic_fetch_or, order)
#define XOR(order) MODIFY(xor, __atomic_fetch_xor, order)
EACH_ORDER(ADD)
EACH_ORDER(SUBTRACT)
EACH_ORDER(AND)
EACH_ORDER(OR)
EACH_ORDER(XOR)

#define EXCHANGE(order)                                                                       \
  SOFTGPU_HSA hsa_signal_value_t hsa_signal_exchange_##order(hsa_signal_t s,                  \
                                                             hsa_signal_value_t v) {          \
    return update(                                                                            \
        s, [v](volatile int64_t* p) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }); \
  }
EACH_ORDER(EXCHANGE)

#define COMPARE_AND_SWAP(order)                                                             \
  SOFTGPU_HSA hsa_signal_value_t hsa_signal_cas_##order(                                    \
      hsa_signal_t s, hsa_signal_value_t expected, hsa_signal_value_t v) {                  \
    return update(s, [expected, v](volatile int64_t* p) {                                   \
      int64_t found = expected;                                                             \
      __atomic_compare_exchange_n(p, &found, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
      return found;                                                                         \
    });                                                                                     \
  }
EACH_ORDER(COMPARE_AND_SWAP)

#define WAIT(order)                                                                 \
  SOFTGPU_HSA hsa_signal_value_t hsa_signal_wait_##order(                           \
      hsa_signal_t s, hsa_signal_condition_t condition, hsa_signal_value_t compare, \
      uint64_t timeout, hsa_wait_state_t) {                                         \
    return wait(s, number_of(condition), compare, timeout);                         \
  }
WAIT(relaxed)
WAIT(scacquire)
WAIT(acquire)
