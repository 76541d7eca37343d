// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts, the services that are configured in them, and which of them are active. Contexts are
// never freed: what is being recorded may still hold them. One that was given back is used again,
// with another handle, when no thread holds it any more.
#ifndef ROCJFR_API_ROCPROFILER_CONTEXTS_H_
#define ROCJFR_API_ROCPROFILER_CONTEXTS_H_

#include <atomic>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>

#include "buffer.h"
#include "external_ids.h"
#include "external_requests.h"
#include "kinds.h"
#include "rocprofiler-sdk/callback_tracing.h"
#include "rocprofiler-sdk/rocprofiler.h"

namespace rocjfr::sdk {

class Context;

// A kind of a context.
struct Service {
  Context* context;
  uint32_t kind;
  bool all;  // operations
  std::bitset<kMostOperations> operations;
  mutable bool active = false;                           // with ContextsMutex
  Buffer* buffer = nullptr;                              // of buffer tracing
  rocprofiler_callback_tracing_cb_t callback = nullptr;  // of callback tracing
  void* callback_data = nullptr;

  bool Wants(int32_t operation) const noexcept {
    return all || (operation >= 0 && operation < static_cast<int32_t>(kMostOperations) &&
                   operations[static_cast<size_t>(operation)]);
  }
};

// The services of one kind whose contexts are active: read without a lock.
class ActiveServices {
 public:
  template <typename Function>
  void ForEach(Function function) const {
    if (count_.load(std::memory_order_relaxed) == 0) return;
    for (const Block* block = &first_; block != nullptr;
         block = block->next.load(std::memory_order_acquire)) {
      const uint32_t used = block->used.load(std::memory_order_acquire);
      for (uint32_t i = 0; i < used; ++i) {
        const Service* service = block->slots[i].load(std::memory_order_acquire);
        if (service != nullptr) function(*service);
      }
    }
  }
  bool Any() const noexcept { return Count() != 0; }
  uint32_t Count() const noexcept { return count_.load(std::memory_order_relaxed); }
  // One at a time. False: no memory.
  bool Add(const Service* service) noexcept;
  // False: it was not there.
  bool Remove(const Service* service) noexcept;

 private:
  static constexpr uint32_t kSlots = 30;
  struct Block {
    std::atomic<uint32_t> used{0};
    std::atomic<const Service*> slots[kSlots] = {};
    std::atomic<Block*> next{nullptr};
  };
  std::atomic<uint32_t> count_{0};
  Block first_;
};
extern ActiveServices g_active[ROCPROFILER_BUFFER_TRACING_LAST];
extern ActiveServices g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_LAST];
// Some context has them, active or not: what is loaded meanwhile is followed.
extern std::atomic<bool> g_code_objects_configured;
inline ActiveServices& CodeObjectServices() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT];
}

class Context {
 public:
  Context(uint64_t handle, uint32_t index, uint32_t client) noexcept
      : handle_(handle), external_(index), client_(client) {}

  // Of a context that is active it is active at once.
  rocprofiler_status_t AddBufferService(rocprofiler_buffer_tracing_kind_t kind,
                                        const rocprofiler_tracing_operation_t* operations,
                                        size_t count, Buffer* buffer) noexcept;
  rocprofiler_status_t AddCallbackService(rocprofiler_callback_tracing_kind_t kind,
                                          const rocprofiler_tracing_operation_t* operations,
                                          size_t count, rocprofiler_callback_tracing_cb_t callback,
                                          void* data) noexcept;

  rocprofiler_status_t Start() noexcept;
  // CONTEXT_NOT_FOUND where it is not active. Work of it that still runs is recorded when it ends:
  // until then it drains.
  rocprofiler_status_t Stop() noexcept;
  bool Active() const noexcept { return state_.load() == State::kActive; }
  // Ends its draining where that is over. give_up: in any case; what is still to come is counted as
  // dropped.
  void Drain(bool give_up) noexcept;
  // What began then belongs to it.
  bool Covers(uint64_t begin_ns) const noexcept {
    return stretch_.Covers(begin_ns) ||
           (__builtin_expect(has_earlier_.load(std::memory_order_relaxed), false) &&
            CoveredEarlier(begin_ns));
  }
  // It and its buffers are no more: its tool failed to initialise.
  void Remove() noexcept { removed_.store(true); }
  // With ContextsMutex. False: it is not one that can be given back.
  bool MayBeReleased() const noexcept;
  // As new. With ContextsMutex; removed, and held by nobody.
  void Reuse(uint64_t handle) noexcept;
  bool Removed() const noexcept { return removed_.load(); }

  // Its tool is finalised. No callback of its services begins any more, also none for the end of an
  // announced begin. Its tool is asked for no external id.
  void Silence() noexcept { silent_.store(true); }
  bool Silent() const noexcept { return silent_.load(); }

  rocprofiler_context_id_t id() const noexcept { return {handle_}; }
  uint32_t client() const noexcept { return client_; }
  ExternalIds& external() const noexcept { return external_; }
  ExternalRequests& requests() noexcept { return requests_; }
  // The id of a record: what the tool says if it wants to be asked for this kind, else what was
  // pushed. May call the user.
  bool AsksFor(rocprofiler_external_correlation_id_request_kind_t kind) const noexcept {
    return requests_.For(kind);
  }
  uint64_t ExternalId(Thread& thread, rocprofiler_external_correlation_id_request_kind_t kind,
                      int32_t operation, uint64_t correlation_id) const;
  // How many code objects and kernels it has been told of.
  std::atomic<uint64_t>& told_symbols() const noexcept { return told_symbols_; }

 private:
  // kEnding: of a drain, by whoever found that it is over; a moment.
  enum class State { kInactive, kActive, kStopping, kDraining, kEnding };
  // From a start to the stop.
  struct Stretch {
    std::atomic<uint64_t> started_ns{UINT64_MAX}, stopped_ns{0};
    bool Covers(uint64_t begin_ns) const noexcept {
      return begin_ns >= started_ns.load(std::memory_order_relaxed) &&
             begin_ns < stopped_ns.load(std::memory_order_relaxed);
    }
  };
  // Before this one, of which work may still run.
  static constexpr uint32_t kEarlier = 8;
  bool CoveredEarlier(uint64_t begin_ns) const noexcept;
  void KeepStretch() noexcept;
  void ForgetStretches() noexcept;
  uint64_t Unfinished() const noexcept;
  void CountDrops(uint64_t drops) noexcept;
  std::unique_ptr<Service> MakeService(uint32_t kind,
                                       const rocprofiler_tracing_operation_t* operations,
                                       size_t count, rocprofiler_status_t* status) noexcept;
  bool Activate() noexcept;
  void AwaitEndOfDrain(std::unique_lock<std::mutex>& lock) const noexcept;
  enum class Which { kAll, kAllButWork };
  void Deactivate(Which which) noexcept;
  bool WantsWork() const noexcept;
  // From a stop until its work has ended.
  struct Draining {
    uint64_t number = 0, until_ns = 0;
  };
  void EndDrain(const Draining& draining, bool give_up) noexcept;

  uint64_t handle_;
  mutable ExternalIds external_;
  ExternalRequests requests_;
  const uint32_t client_;
  std::unique_ptr<Service> services_[ROCPROFILER_BUFFER_TRACING_LAST];
  std::unique_ptr<Service> callbacks_[ROCPROFILER_CALLBACK_TRACING_LAST];
  std::atomic<State> state_{State::kInactive};
  Stretch stretch_, earlier_[kEarlier];
  std::atomic<bool> has_earlier_{false};
  uint32_t next_earlier_ = 0;  // with ContextsMutex
  Draining draining_;          // likewise: the last one
  mutable std::atomic<uint64_t> told_symbols_{0};
  std::atomic<bool> removed_{false}, silent_{false};
};

// nullptr where there is none (any more).
Context* FindContext(rocprofiler_context_id_t id) noexcept;
Context* MakeContext(uint32_t client) noexcept;
// For rocprofiler_rocjfr_release_context.
rocprofiler_status_t ReleaseContext(rocprofiler_context_id_t id) noexcept;
Buffer* FindBuffer(rocprofiler_buffer_id_t id) noexcept;
// Status: SUCCESS or OUT_OF_RESOURCES.
rocprofiler_status_t MakeBuffer(const BufferOptions& options, rocprofiler_buffer_id_t* id) noexcept;
// False: busy, nothing was done. Its memory is given back when one is made and nobody holds it.
bool DestroyBuffer(Buffer& buffer, Thread& thread) noexcept;

// For all of one client's, or of all clients' (kAllClients).
constexpr uint32_t kAllClients = UINT32_MAX;
void StopContexts(uint32_t client) noexcept;
// Contexts that drain go on until their work has ended. False: none does any more.
bool DrainContexts() noexcept;
// They end now.
void EndDrains(uint32_t client) noexcept;
// For so long in all.
void FlushBuffers(uint32_t client, uint32_t timeout_ms) noexcept;
// On standard error, of each buffer: the drops of which no callback can tell any more.
void TellUntoldDrops(uint32_t client) noexcept;
void SilenceContexts(uint32_t client) noexcept;
void RemoveContexts(uint32_t client) noexcept;
// The thread has ended: its external ids are forgotten.
void ForgetThread(uint64_t thread) noexcept;

std::mutex& ContextsMutex() noexcept;
// How many contexts drain.
extern std::atomic<uint32_t> g_draining;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CONTEXTS_H_
