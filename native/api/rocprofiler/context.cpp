// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One context: its services, start and stop.
#include <ctime>
#include <new>

#include "calls.h"
#include "clock.h"
#include "code_objects.h"
#include "contexts.h"
#include "core_link.h"
#include "hip_callbacks.h"
#include "hip_streams.h"
#include "lifecycle.h"
#include "rocjfr/client.h"
#include "sink.h"

namespace rocjfr::sdk {
namespace {

// How long work that still runs when a context is stopped is waited for, in the background. A
// kernel may never end.
constexpr uint64_t kLongestDrainNs = 60'000'000'000;

bool OperationExists(uint32_t kind, bool buffered, int32_t operation) noexcept {
  const char* name = nullptr;
  const Kinds& kinds = buffered ? kBufferKinds : kCallbackKinds;
  return kinds.OperationName(kind, operation, &name) == ROCPROFILER_STATUS_SUCCESS;
}

// Which handles were freed and given out again since the last service ended is not known.
void ForgetHandles(const Service& service) noexcept {
  if (service.buffer != nullptr) return;
  if (service.kind == ROCPROFILER_CALLBACK_TRACING_HIP_STREAM && !HipStreamServices().Any()) {
    ForgetStreams();
  }
  if (service.kind == ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT && !CodeObjectServices().Any()) {
    ForgetModules();
  }
}

// With ContextsMutex.
bool Add(const Service* service) noexcept {
  if (service->active) return true;
  const bool buffered = service->buffer != nullptr;
  ForgetHandles(*service);
  if (!(buffered ? g_active : g_active_callbacks)[service->kind].Add(service)) return false;
  service->active = true;
  if (buffered ? HasHipArguments(service->kind) : IsHipCallback(service->kind)) ++g_hip_callbacks;
  return true;
}
void Remove(const Service* service) noexcept {
  const bool buffered = service->buffer != nullptr;
  if (!(buffered ? g_active : g_active_callbacks)[service->kind].Remove(service)) return;
  service->active = false;
  if (buffered ? HasHipArguments(service->kind) : IsHipCallback(service->kind)) --g_hip_callbacks;
}

}  // namespace

std::unique_ptr<Service> Context::MakeService(uint32_t kind,
                                              const rocprofiler_tracing_operation_t* operations,
                                              size_t count, rocprofiler_status_t* status) noexcept {
  std::unique_ptr<Service> service(new (std::nothrow) Service);
  *status =
      service == nullptr ? ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES : ROCPROFILER_STATUS_SUCCESS;
  if (service == nullptr) return nullptr;
  service->context = this;
  service->kind = kind;
  service->all = count == 0;
  for (size_t i = 0; i < count; ++i) service->operations.set(static_cast<size_t>(operations[i]));
  return service;
}

rocprofiler_status_t Context::AddBufferService(rocprofiler_buffer_tracing_kind_t kind,
                                               const rocprofiler_tracing_operation_t* operations,
                                               size_t count, Buffer* buffer) noexcept {
  for (size_t i = 0; i < count; ++i) {
    if (!OperationExists(kind, true, operations[i])) {
      return ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND;
    }
  }
  rocprofiler_status_t status;
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    if (services_[kind] != nullptr) return ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED;
    auto service = MakeService(kind, operations, count, &status);
    if (service == nullptr) return status;
    service->buffer = buffer;
    buffer->AddService();
    services_[kind] = std::move(service);
    if (state_.load() == State::kInactive || state_.load() == State::kDraining) return status;
    if (!sdk::Add(services_[kind].get())) status = ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  if (const Thread* thread = CurrentThread()) UpdateCore(*thread, true);
  return status;
}

rocprofiler_status_t Context::AddCallbackService(rocprofiler_callback_tracing_kind_t kind,
                                                 const rocprofiler_tracing_operation_t* operations,
                                                 size_t count,
                                                 rocprofiler_callback_tracing_cb_t callback,
                                                 void* data) noexcept {
  for (size_t i = 0; i < count; ++i) {
    if (!OperationExists(kind, false, operations[i])) {
      return ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND;
    }
  }
  rocprofiler_status_t status;
  bool active = false;
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    if (callbacks_[kind] != nullptr) return ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED;
    auto service = MakeService(kind, operations, count, &status);
    if (service == nullptr) return status;
    service->callback = callback;
    service->callback_data = data;
    callbacks_[kind] = std::move(service);
    active = state_.load() != State::kInactive && state_.load() != State::kDraining;
    if (active && !sdk::Add(callbacks_[kind].get())) {
      status = ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  }
  // Without the lock: the core's hook may be waited for.
  if (kind == ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH ||
      kind == ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY) {
    FollowSubmissions();
  }
  const bool code = kind == ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT;
  if (code) g_code_objects_configured.store(true);
  if (!active && !code) return status;
  if (const Thread* thread = CurrentThread()) UpdateCore(*thread, active);
  return status;
}

uint64_t Context::ExternalId(Thread& thread,
                             rocprofiler_external_correlation_id_request_kind_t kind,
                             int32_t operation, uint64_t correlation_id) const {
  uint64_t id = 0;
  if (requests_.For(kind)) {
    const InServiceCallback asking(thread);
    if (!Silent() && requests_.Ask(thread, this->id(), kind, operation, correlation_id, &id)) {
      return id;
    }
  }
  return external_.Top(thread);
}

bool Context::MayBeReleased() const noexcept {
  // What tools' callbacks were told of may still be open, with pointers to their services.
  for (const auto& service : callbacks_) {
    if (service != nullptr) return false;
  }
  return state_.load() == State::kInactive && !requests_.Any();
}

void Context::Reuse(uint64_t handle) noexcept {
  for (auto& service : services_) {
    if (service != nullptr) service->buffer->RemoveService();
    service.reset();
  }
  external_.Clear();
  stretch_.started_ns.store(UINT64_MAX);
  stretch_.stopped_ns.store(0);
  ForgetStretches();
  told_symbols_.store(0);
  handle_ = handle;
  removed_.store(false);
}

bool Context::Activate() noexcept {
  for (const auto& service : services_) {
    if (service != nullptr && !sdk::Add(service.get())) return false;
  }
  for (const auto& service : callbacks_) {
    if (service != nullptr && !sdk::Add(service.get())) return false;
  }
  return true;
}

namespace {

// What the records of work need: their own services, and the names of kernels.
bool IsOfWork(const Service& service) noexcept {
  if (service.buffer != nullptr) {
    return service.kind == ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH ||
           service.kind == ROCPROFILER_BUFFER_TRACING_MEMORY_COPY ||
           service.kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT;
  }
  return service.kind == ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH ||
         service.kind == ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY ||
         service.kind == ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT;
}

}  // namespace

void Context::Deactivate(Which which) noexcept {
  const auto remove = [which](const auto& services) {
    for (const auto& service : services) {
      if (service == nullptr || (which == Which::kAllButWork && IsOfWork(*service))) continue;
      sdk::Remove(service.get());
    }
  };
  remove(services_);
  remove(callbacks_);
}

bool Context::CoveredEarlier(uint64_t begin_ns) const noexcept {
  for (const Stretch& stretch : earlier_) {
    if (stretch.Covers(begin_ns)) return true;
  }
  return false;
}

// The oldest gives way; what is unfinished of it is dropped.
void Context::KeepStretch() noexcept {
  Stretch& kept = earlier_[next_earlier_++ % kEarlier];
  CountDrops(CountUnfinished(
      [](uint64_t begin_ns, const void* stretch) {
        return static_cast<const Stretch*>(stretch)->Covers(begin_ns);
      },
      &kept));
  kept.stopped_ns.store(0);
  kept.started_ns.store(stretch_.started_ns.load());
  kept.stopped_ns.store(stretch_.stopped_ns.load());
  has_earlier_.store(true);
}

void Context::ForgetStretches() noexcept {
  has_earlier_.store(false);
  for (Stretch& stretch : earlier_) stretch.stopped_ns.store(0);
}

uint64_t Context::Unfinished() const noexcept {
  if (rocjfr_hip_in_flight() == 0) return 0;
  return CountUnfinished(
      [](uint64_t begin_ns, const void* context) {
        return static_cast<const Context*>(context)->Covers(begin_ns);
      },
      this);
}

void Context::CountDrops(uint64_t drops) noexcept {
  for (const uint32_t kind :
       {ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}) {
    if (services_[kind] == nullptr) continue;
    for (; drops != 0; --drops) services_[kind]->buffer->CountDrop();
  }
}

bool Context::WantsWork() const noexcept {
  return services_[ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH] != nullptr ||
         services_[ROCPROFILER_BUFFER_TRACING_MEMORY_COPY] != nullptr ||
         services_[ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT] != nullptr ||
         callbacks_[ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH] != nullptr ||
         callbacks_[ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY] != nullptr;
}

// A moment; a second at most.
void Context::AwaitEndOfDrain(std::unique_lock<std::mutex>& lock) const noexcept {
  const timespec pause = {0, 50'000};
  for (int i = 0; state_.load() == State::kEnding && i < 20000; ++i) {
    lock.unlock();
    nanosleep(&pause, nullptr);
    lock.lock();
  }
}

rocprofiler_status_t Context::Start() noexcept {
  const char* problem = ConnectCore();
  Thread* thread = CurrentThread();
  if (problem != nullptr || thread == nullptr) {
    TellProblem(problem == nullptr ? "no memory" : problem);
    return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_STARTED;
  }
  {
    std::unique_lock<std::mutex> lock(ContextsMutex());
    AwaitEndOfDrain(lock);
    if (Removed()) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
    if (state_.load() == State::kActive) return ROCPROFILER_STATUS_SUCCESS;
    if (state_.load() == State::kStopping || state_.load() == State::kEnding)
      return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_STARTED;
    CompareClocks();
    const bool drains = state_.load() == State::kDraining;
    if (drains) KeepStretch();
    stretch_.started_ns.store(UINT64_MAX);
    stretch_.stopped_ns.store(UINT64_MAX);
    if (!Activate()) {
      Deactivate(drains ? Which::kAllButWork : Which::kAll);
      return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_STARTED;
    }
    stretch_.started_ns.store(CallClockNs());
    state_.store(State::kActive);
    if (drains) g_draining.fetch_sub(1);
  }
  UpdateCore(*thread, true);
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t Context::Stop() noexcept {
  Thread* thread = CurrentThread();
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    if (state_.load() != State::kActive) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
    stretch_.stopped_ns.store(CallClockNs());
    state_.store(State::kStopping);
  }
  const bool work = thread != nullptr && WantsWork();
  if (work) WaitForWorkInFlight(*thread);
  const bool drains = work && Unfinished() != 0;
  Draining mine;
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    Deactivate(Which::kAllButWork);
    state_.store(State::kDraining);
    mine = draining_ = {draining_.number + 1, CallClockNs() + kLongestDrainNs};
    g_draining.fetch_add(1);
  }
  if (!drains) {
    EndDrain(mine, true);
  } else {
    UpdateCore(*thread, false);
    DrainLater();
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

void Context::Drain(bool give_up) noexcept {
  Draining draining;
  {
    std::unique_lock<std::mutex> lock(ContextsMutex());
    if (give_up) AwaitEndOfDrain(lock);
    if (state_.load() != State::kDraining) return;
    draining = draining_;
  }
  EndDrain(draining, give_up);
}

// It may have been started and stopped again meanwhile: that is another drain.
void Context::EndDrain(const Draining& draining, bool give_up) noexcept {
  Thread* thread = CurrentThread();
  const uint64_t unfinished = Unfinished();
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    const bool over = unfinished == 0 || give_up || CallClockNs() >= draining.until_ns;
    const bool same = state_.load() == State::kDraining && draining_.number == draining.number;
    if (!same || !over) return;
    state_.store(State::kEnding);
    CountDrops(unfinished);
  }
  const Service* retirement = services_[ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT].get();
  if (retirement != nullptr && thread != nullptr) {
    RetirePending(*thread, *retirement, g_active[retirement->kind].Count() == 1);
  }
  {
    std::lock_guard<std::mutex> lock(ContextsMutex());
    Deactivate(Which::kAll);
    ForgetStretches();
    state_.store(State::kInactive);
    g_draining.fetch_sub(1);
  }
  if (thread != nullptr) UpdateCore(*thread, false);
}

std::atomic<uint32_t> g_draining{0};

}  // namespace rocjfr::sdk
