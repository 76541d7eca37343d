// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All contexts and all buffers.
#include "contexts.h"

#include <algorithm>
#include <deque>
#include <new>
#include <string>

#include "base/leaky_singleton.h"
#include "callback_thread.h"
#include "clock.h"
#include "core_link.h"
#include "lifecycle.h"

namespace rocjfr::sdk {
namespace {

// Handles of buffers are not small numbers: one that was never set must not look like one.
constexpr uint64_t kFirstBuffer = 0x4275660001;
// Above that and a buffer's place: how often the place was used before.
constexpr uint32_t kBufferUseShift = 40;
constexpr uint64_t kBufferPlaceMask = (uint64_t{1} << kBufferUseShift) - 1;
// A context's place, from 1, and how often it was used before.
constexpr uint32_t kUseShift = 32;
constexpr uint64_t kPlaceMask = (uint64_t{1} << kUseShift) - 1;

struct All {
  std::mutex mutex;
  std::deque<Context> contexts;  // by their places
  std::deque<Context*> released;
  std::vector<Buffer*> buffers;     // by their places; nullptr where one was
  std::vector<Buffer*> destroyed;   // of them, as long as somebody may hold them
  std::vector<uint64_t> next_uses;  // handles for the places where one was
};
All& TheAll() {
  return LeakySingleton<All>();
}

Buffer* BufferOf(const All& all, rocprofiler_buffer_id_t id) noexcept {
  const uint64_t place = (id.handle & kBufferPlaceMask) - kFirstBuffer;
  Buffer* buffer = place < all.buffers.size() ? all.buffers[place] : nullptr;
  return buffer == nullptr || buffer->id().handle != id.handle || buffer->Destroyed() ? nullptr
                                                                                      : buffer;
}

// Frees what was destroyed and nobody holds: no service, no callback thread, no thread that reads.
void FreeDestroyed(All& all) noexcept {
  const auto freed =
      std::partition(all.destroyed.begin(), all.destroyed.end(), [](const Buffer* buffer) {
        return buffer->HasServices() || buffer->HasLateWriter() ||
               !CallbackThread::AllForget(buffer);
      });
  if (freed == all.destroyed.end() || !NobodyReads()) return;
  for (auto found = freed; found != all.destroyed.end(); ++found) {
    const uint64_t handle = (*found)->id().handle;
    all.buffers[(handle & kBufferPlaceMask) - kFirstBuffer] = nullptr;
    delete *found;
    const uint64_t next = handle + (uint64_t{1} << kBufferUseShift);
    // There is room: as many were reserved as there are buffers. A place is used so often only.
    if (next > handle) all.next_uses.push_back(next);
  }
  all.destroyed.erase(freed, all.destroyed.end());
}

// Of a buffer that is left a context may have been given back; another one of its client's follows.
Context* ContextAt(All& all, rocprofiler_context_id_t id) noexcept {
  const uint64_t place = id.handle & kPlaceMask;
  return place == 0 || place > all.contexts.size() ? nullptr : &all.contexts[place - 1];
}

// nullptr where none can be used again now.
Context* UseAgain(All& all, uint32_t client) noexcept {
  const auto found =
      std::find_if(all.released.begin(), all.released.end(), [&](const Context* context) {
        return context->client() == client && context->MayBeReleased();
      });
  if (found == all.released.end() || !NobodyReads()) return nullptr;
  Context* context = *found;
  all.released.erase(found);
  context->Reuse(context->id().handle + (uint64_t{1} << kUseShift));
  return context;
}

bool Belongs(const Context& context, uint32_t client) noexcept {
  return client == kAllClients || context.client() == client;
}

std::vector<Context*> ContextsOf(uint32_t client) {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  std::vector<Context*> found;
  for (Context& context : all.contexts) {
    if (Belongs(context, client)) found.push_back(&context);
  }
  return found;
}

std::vector<Buffer*> BuffersOf(uint32_t client) {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  std::vector<Buffer*> found;
  for (Buffer* buffer : all.buffers) {
    if (buffer != nullptr && !buffer->Destroyed() &&
        Belongs(*ContextAt(all, buffer->context()), client)) {
      found.push_back(buffer);
    }
  }
  return found;
}

}  // namespace

std::mutex& ContextsMutex() noexcept {
  return TheAll().mutex;
}

Context* FindContext(rocprofiler_context_id_t id) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  Context* context = ContextAt(all, id);
  return context == nullptr || context->Removed() || context->id().handle != id.handle ? nullptr
                                                                                       : context;
}

Context* MakeContext(uint32_t client) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (Context* again = UseAgain(all, client)) return again;
  try {
    const size_t place = all.contexts.size();
    return &all.contexts.emplace_back(place + 1, static_cast<uint32_t>(place), client);
  } catch (...) {
    return nullptr;
  }
}

rocprofiler_status_t ReleaseContext(rocprofiler_context_id_t id) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  Context* context = ContextAt(all, id);
  if (context == nullptr || context->Removed() || context->id().handle != id.handle) {
    return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  }
  if (!context->MayBeReleased()) return ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID;
  try {
    all.released.push_back(context);
  } catch (...) {
    return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  context->Remove();
  return ROCPROFILER_STATUS_SUCCESS;
}

Buffer* FindBuffer(rocprofiler_buffer_id_t id) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  return BufferOf(all, id);
}

rocprofiler_status_t MakeBuffer(const BufferOptions& options,
                                rocprofiler_buffer_id_t* id) noexcept {
  CallbackThread* thread = CallbackThread::Default();
  if (thread == nullptr) return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  All& all = TheAll();
  Buffer* buffer = nullptr;
  {
    std::lock_guard<std::mutex> lock(all.mutex);
    if (BufferOf(all, *id) != nullptr) return ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED;
    FreeDestroyed(all);
    const bool again = !all.next_uses.empty();
    const uint64_t handle = again ? all.next_uses.back() : kFirstBuffer + all.buffers.size();
    try {
      if (!again) {
        all.buffers.push_back(nullptr);
        all.destroyed.reserve(all.buffers.size());
        all.next_uses.reserve(all.buffers.size());
      }
    } catch (...) {
      return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    buffer = Buffer::Make({handle}, options);
    if (buffer == nullptr) {
      if (!again) all.next_uses.push_back(handle);
      return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    if (again) all.next_uses.pop_back();
    all.buffers[(handle & kBufferPlaceMask) - kFirstBuffer] = buffer;
  }
  buffer->AssignTo(thread);
  *id = buffer->id();
  return ROCPROFILER_STATUS_SUCCESS;
}

static void TellUntoldDrops(Buffer& buffer) noexcept {
  const uint64_t drops = buffer.TakeUntoldDrops();
  if (drops == 0) return;
  try {
    TellProblem(("buffer " + std::to_string(buffer.id().handle) + ": " + std::to_string(drops) +
                 " records were dropped after its last callback. The drop_count of that"
                 " callback does not include them")
                    .c_str());
  } catch (...) {
  }
}

void TellUntoldDrops(uint32_t client) noexcept {
  const Reading reading(CurrentThread());
  try {
    for (Buffer* buffer : BuffersOf(client)) TellUntoldDrops(*buffer);
  } catch (...) {
  }
}

bool DestroyBuffer(Buffer& buffer, Thread& thread) noexcept {
  if (!buffer.Destroy(thread)) return false;
  TellUntoldDrops(buffer);
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.destroyed.push_back(&buffer);  // there is room
  return true;
}

void StopContexts(uint32_t client) noexcept {
  const Reading reading(CurrentThread());
  try {
    for (Context* context : ContextsOf(client)) context->Stop();
  } catch (...) {
  }
}

bool DrainContexts() noexcept {
  if (g_draining.load() == 0 || Forked()) return false;
  const Reading reading(CurrentThread());
  try {
    for (Context* context : ContextsOf(kAllClients)) context->Drain(false);
  } catch (...) {
  }
  return g_draining.load() != 0;
}

void EndDrains(uint32_t client) noexcept {
  if (g_draining.load() == 0 || Forked()) return;
  const Reading reading(CurrentThread());
  try {
    for (Context* context : ContextsOf(client)) context->Drain(true);
  } catch (...) {
  }
}

void SilenceContexts(uint32_t client) noexcept {
  try {
    for (Context* context : ContextsOf(client)) context->Silence();
  } catch (...) {
  }
}

void FlushBuffers(uint32_t client, uint32_t timeout_ms) noexcept {
  Thread* thread = CurrentThread();
  if (thread == nullptr || Forked()) return;
  const Reading reading(thread);
  try {
    // All are asked before one is waited for, which may be stuck.
    const std::vector<Buffer*> buffers = BuffersOf(client);
    std::vector<uint64_t> asked;
    asked.reserve(buffers.size());
    for (Buffer* buffer : buffers) asked.push_back(buffer->AskToFlush());
    if (thread->serves != nullptr) return;
    const uint64_t end = MonotonicNs() + timeout_ms * uint64_t{1000000};
    for (size_t i = 0; i < buffers.size(); ++i) {
      const uint64_t now = MonotonicNs();
      buffers[i]->AwaitFlush(asked[i],
                             static_cast<uint32_t>(now < end ? (end - now) / 1000000 : 0));
    }
  } catch (...) {
  }
}

void RemoveContexts(uint32_t client) noexcept {
  Thread* thread = CurrentThread();
  const Reading reading(thread);
  try {
    for (Context* context : ContextsOf(client)) {
      context->Stop();
      context->Drain(true);
      context->Remove();
    }
    for (Buffer* buffer : BuffersOf(client)) {
      if (thread != nullptr) DestroyBuffer(*buffer, *thread);
    }
  } catch (...) {
  }
}

void ForgetThread(uint64_t thread) noexcept {
  try {
    for (Context* context : ContextsOf(kAllClients)) context->external().Forget(thread);
  } catch (...) {
  }
}

}  // namespace rocjfr::sdk
