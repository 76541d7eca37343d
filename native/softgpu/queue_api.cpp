// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for queues. The index operations have no status and trust their handle, as in HSA.

#include "agent.h"
#include "api.h"
#include "intercept.h"
#include "queue.h"

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

namespace {

template <class Make>
hsa_status_t make(hsa_agent_t agent, uint32_t packets, hsa_queue_type32_t type, hsa_queue_t** queue,
                  Make of) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    bool power_of_two = packets != 0 && (packets & (packets - 1)) == 0;
    if (queue == nullptr || !power_of_two || packets > kQueueMaxPackets ||
        type > HSA_QUEUE_TYPE_COOPERATIVE) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
    return of(Queues::instance());
  });
}

}  // namespace

SOFTGPU_HSA hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t packets,
                                          hsa_queue_type32_t type, QueueErrorCallback on_error,
                                          void* data, uint32_t, uint32_t, hsa_queue_t** queue) {
  return make(agent, packets, type, queue, [&](Queues& queues) {
    return queues.create({gpu_number(agent), packets, type, on_error, data}, queue);
  });
}

// The functions for tools, of HSA's tables alone.
SOFTGPU_HSA hsa_status_t hsa_amd_queue_intercept_create(hsa_agent_t agent, uint32_t packets,
                                                        hsa_queue_type32_t type,
                                                        QueueErrorCallback on_error, void* data,
                                                        uint32_t, uint32_t, hsa_queue_t** queue) {
  return make(agent, packets, type, queue, [&](Queues& queues) {
    return queues.create_intercepted({gpu_number(agent), packets, type, on_error, data}, queue);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_queue_intercept_register(hsa_queue_t* queue, PacketHandler handler,
                                                          void* data) {
  return entry([&] {
    if (handler == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    InterceptQueue* intercepted = Queues::instance().intercepted(queue);
    if (intercepted == nullptr) return HSA_STATUS_ERROR_INVALID_QUEUE;
    intercepted->add(handler, data);
    return HSA_STATUS_SUCCESS;
  });
}

// Of queues that the runtime makes for itself: there are none.
SOFTGPU_HSA hsa_status_t hsa_amd_runtime_queue_create_register(void (*)(const hsa_queue_t*,
                                                                        hsa_agent_t, void*),
                                                               void*) {
  return entry([] { return HSA_STATUS_SUCCESS; });
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

namespace {

/// The caller vouches for the queue.
volatile uint64_t* read_index(const hsa_queue_t* queue) {
  return &reinterpret_cast<amd_queue_t*>(const_cast<hsa_queue_t*>(queue))->read_dispatch_id;
}
volatile uint64_t* write_index(const hsa_queue_t* queue) {
  return &reinterpret_cast<amd_queue_t*>(const_cast<hsa_queue_t*>(queue))->write_dispatch_id;
}

}  // namespace

#define EACH_ORDER(operation)                                                         \
  operation(relaxed) operation(scacquire) operation(screlease) operation(scacq_screl) \
      operation(acquire) operation(release) operation(acq_rel)

#define LOAD(which, order)                                                            \
  SOFTGPU_HSA uint64_t hsa_queue_load_##which##_index_##order(const hsa_queue_t* q) { \
    return q == nullptr ? 0 : __atomic_load_n(which##_index(q), __ATOMIC_SEQ_CST);    \
  }
LOAD(read, relaxed)
LOAD(read, scacquire)
LOAD(read, acquire)
LOAD(write, relaxed)
LOAD(write, scacquire)
LOAD(write, acquire)

#define STORE(which, order)                                                                    \
  SOFTGPU_HSA void hsa_queue_store_##which##_index_##order(const hsa_queue_t* q, uint64_t v) { \
    if (q != nullptr) __atomic_store_n(which##_index(q), v, __ATOMIC_SEQ_CST);                 \
  }
STORE(read, relaxed)
STORE(read, screlease)
STORE(read, release)
STORE(write, relaxed)
STORE(write, screlease)
STORE(write, release)

#define ADD(order)                                                                           \
  SOFTGPU_HSA uint64_t hsa_queue_add_write_index_##order(const hsa_queue_t* q, uint64_t v) { \
    return q == nullptr ? 0 : __atomic_fetch_add(write_index(q), v, __ATOMIC_SEQ_CST);       \
  }
EACH_ORDER(ADD)

#define COMPARE_AND_SWAP(order)                                                                   \
  SOFTGPU_HSA uint64_t hsa_queue_cas_write_index_##order(const hsa_queue_t* q, uint64_t expected, \
                                                         uint64_t v) {                            \
    if (q == nullptr) return 0;                                                                   \
    uint64_t found = expected;                                                                    \
    __atomic_compare_exchange_n(write_index(q), &found, v, false, __ATOMIC_SEQ_CST,               \
                                __ATOMIC_SEQ_CST);                                                \
    return found;                                                                                 \
  }
EACH_ORDER(COMPARE_AND_SWAP)
