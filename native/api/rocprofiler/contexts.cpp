// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All contexts and all buffers.
#include "contexts.h"

#include <deque>
#include <new>

#include "base/never_destroyed.h"
#include "callback_thread.h"

namespace rocjfr::sdk {
namespace {

// Handles of buffers are not small numbers: one that was never set must not look like one.
constexpr uint64_t kFirstBuffer = 0x4275660001;

struct All {
  std::mutex mutex;
  std::deque<Context> contexts;  // the handle is the place, from 1
  std::vector<Buffer*> buffers;
};
All& TheAll() {
  return NeverDestroyed<All>();
}

Buffer* BufferOf(const All& all, rocprofiler_buffer_id_t id) noexcept {
  const uint64_t place = id.handle - kFirstBuffer;
  Buffer* buffer = place < all.buffers.size() ? all.buffers[place] : nullptr;
  return buffer == nullptr || buffer->Destroyed() ? nullptr : buffer;
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
    if (!buffer->Destroyed() && Belongs(all.contexts[buffer->context().handle - 1], client)) {
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
  if (id.handle == 0 || id.handle > all.contexts.size()) return nullptr;
  Context& context = all.contexts[id.handle - 1];
  return context.Removed() ? nullptr : &context;
}

Context* MakeContext(uint32_t client) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  try {
    const size_t place = all.contexts.size();
    return &all.contexts.emplace_back(place + 1, static_cast<uint32_t>(place), client);
  } catch (...) {
    return nullptr;
  }
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
    try {
      all.buffers.reserve(all.buffers.size() + 1);
    } catch (...) {
      return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    buffer = Buffer::Make({kFirstBuffer + all.buffers.size()}, options);
    if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
    all.buffers.push_back(buffer);
  }
  buffer->AssignTo(thread);
  *id = buffer->id();
  return ROCPROFILER_STATUS_SUCCESS;
}

void StopContexts(uint32_t client) noexcept {
  try {
    for (Context* context : ContextsOf(client)) context->Stop();
  } catch (...) {
  }
}

void FlushBuffers(uint32_t client, uint32_t timeout_ms) noexcept {
  const Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  try {
    for (Buffer* buffer : BuffersOf(client)) buffer->Flush(*thread, timeout_ms);
  } catch (...) {
  }
}

void RemoveContexts(uint32_t client) noexcept {
  Thread* thread = CurrentThread();
  try {
    for (Context* context : ContextsOf(client)) {
      context->Stop();
      context->Remove();
    }
    for (Buffer* buffer : BuffersOf(client)) {
      if (thread != nullptr) buffer->Destroy(*thread);
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
