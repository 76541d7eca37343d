// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for queues. The index operations have no status and trust their handle, as in HSA.

#include "agent.h"
#include "api.h"
#include "queue.h"

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t packets,
                                          hsa_queue_type32_t type, QueueErrorCallback on_error,
                                          void* data, uint32_t, uint32_t, hsa_queue_t** queue) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    bool power_of_two = packets != 0 && (packets & (packets - 1)) == 0;
    if (queue == nullptr || !power_of_two || packets > kQueueMaxPackets ||
        type > HSA_QUEUE_TYPE_COOPERATIVE) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
    return Queues::instance().create({gpu_number(agent), packets, type, on_error, data}, queue);
  });
}

SOFTGPU_HSA hsa_status_t hsa_queue_destroy(hsa_queue_t* queue) {
  return entry([&] {
    if (queue == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return Queues::instance().destroy(queue);
  });
}

SOFTGPU_HSA hsa_status_t hsa_queue_inactivate(hsa_queue_t* queue) {
  return entry([&] {
    if (queue == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return Queues::instance().inactivate(queue);
  });
}

namespace {

/// For settings that mean nothing here.
hsa_status_t accept(const hsa_queue_t* queue) {
  return entry([&] {
    return Queues::instance().exists(queue) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
  });
}

}  // namespace

SOFTGPU_HSA hsa_status_t hsa_amd_queue_cu_set_mask(const hsa_queue_t* queue, uint32_t,
                                                   const uint32_t*) {
  return accept(queue);
}

SOFTGPU_HSA hsa_status_t hsa_amd_queue_set_priority(hsa_queue_t* queue, hsa_amd_queue_priority_t) {
  return accept(queue);
}

SOFTGPU_HSA hsa_status_t hsa_amd_profiling_set_profiler_enabled(hsa_queue_t* queue, int) {
  return accept(queue);  // dispatches are always timed
}

#define EACH_ORDER(operation)                                                         \
  operation(relaxed) operation(scacquire) operation(screlease) operation(scacq_screl) \
      operation(acquire) operation(release) operation(acq_rel)

#define LOAD(which, order)                                                                      \
  SOFTGPU_HSA uint64_t hsa_queue_load_##which##_index_##order(const hsa_queue_t* q) {           \
    return q == nullptr ? 0 : __atomic_load_n(Queue::of(q)->which##_index(), __ATOMIC_SEQ_CST); \
  }
LOAD(read, relaxed)
LOAD(read, scacquire)
LOAD(read, acquire)
LOAD(write, relaxed)
LOAD(write, scacquire)
LOAD(write, acquire)

#define STORE(which, order)                                                                    \
  SOFTGPU_HSA void hsa_queue_store_##which##_index_##order(const hsa_queue_t* q, uint64_t v) { \
    if (q != nullptr) __atomic_store_n(Queue::of(q)->which##_index(), v, __ATOMIC_SEQ_CST);    \
  }
STORE(read, relaxed)
STORE(read, screlease)
STORE(read, release)
STORE(write, relaxed)
STORE(write, screlease)
STORE(write, release)

#define ADD(order)                                                                              \
  SOFTGPU_HSA uint64_t hsa_queue_add_write_index_##order(const hsa_queue_t* q, uint64_t v) {    \
    return q == nullptr ? 0                                                                     \
                        : __atomic_fetch_add(Queue::of(q)->write_index(), v, __ATOMIC_SEQ_CST); \
  }
EACH_ORDER(ADD)

#define COMPARE_AND_SWAP(order)                                                                   \
  SOFTGPU_HSA uint64_t hsa_queue_cas_write_index_##order(const hsa_queue_t* q, uint64_t expected, \
                                                         uint64_t v) {                            \
    if (q == nullptr) return 0;                                                                   \
    uint64_t found = expected;                                                                    \
    __atomic_compare_exchange_n(Queue::of(q)->write_index(), &found, v, false, __ATOMIC_SEQ_CST,  \
                                __ATOMIC_SEQ_CST);                                                \
    return found;                                                                                 \
  }
EACH_ORDER(COMPARE_AND_SWAP)
