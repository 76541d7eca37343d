// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include "base/fork.h"
#include "core/record/clock.h"
#include "core/record/thread_state.h"
#include "wanted.h"

namespace rocjfr::hsa {

ThreadState* TracingThread() noexcept {
  if (Forked()) return nullptr;
  ThreadState* thread = CurrentThread();
  return thread == nullptr || thread->asks || thread->drains ? nullptr : thread;
}

Call::Call(ThreadState& thread, uint32_t function, uint32_t clients) noexcept
    : thread_(thread),
      function_(function),
      clients_(clients),
      id_(thread.NextCorrelationId()),
      outer_(thread.hsa_call) {
  for (uint64_t& word : words_) word = 0;
}

void Call::Enter(void* api_data) {
  auto* data = static_cast<ApiData<kArgumentBytes>*>(api_data);
  data->correlation_id = id_;
  data->phase = 0;
  thread_.hsa_call = id_;
  thread_.hsa_call_depth = thread_.depth;
  begin_ns_ = NowNs();
  rocjfr_hsa_call_t told = {id_, begin_ns_, 0, api_data, nullptr, function_, 0, outer_};
  EachClient(clients_, [&](uint32_t i, const rocjfr_hsa_client_t& client) {
    if (client.call == nullptr) return;
    told.word = &words_[i];
    client.call(&told);
  });
}

void Call::Exit(void* api_data) {
  auto* data = static_cast<ApiData<kArgumentBytes>*>(api_data);
  data->phase = 1;
  thread_.hsa_call = outer_;
  thread_.hsa_call_depth = thread_.depth;
  rocjfr_hsa_call_t told = {id_, begin_ns_, EndNs(begin_ns_), api_data, nullptr, function_,
                            1,   outer_};
  EachClient(clients_, [&](uint32_t i, const rocjfr_hsa_client_t& client) {
    if (client.call == nullptr) return;
    told.word = &words_[i];
    client.call(&told);
  });
}

uint64_t CurrentCorrelationId() noexcept {
  const ThreadState* thread = CurrentThread();
  if (thread == nullptr) return 0;
  if (thread->hsa_call != 0 && thread->hsa_call_depth == thread->depth) return thread->hsa_call;
  const uint32_t depth = thread->depth < kMaxCallDepth ? thread->depth : kMaxCallDepth;
  return depth == 0 ? thread->hsa_call : thread->calls[depth - 1].correlation_id;
}

}  // namespace rocjfr::hsa
