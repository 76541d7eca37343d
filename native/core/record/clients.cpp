// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clients.h"

#include <mutex>

#include "core/java/control.h"
#include "core/runtime/runtime.h"

namespace rocjfr {
namespace {

struct Client {
  std::atomic<rocjfr_submission_t> submission{nullptr};
  std::atomic<uint32_t> domains{0};
  std::atomic<uint64_t> api_bits[kMaxApis / 64] = {};
  std::atomic<uint64_t> not_enter_bits[kMaxApis / 64] = {};
  std::atomic<uint64_t> not_timed_bits[kMaxApis / 64] = {};
  std::atomic<uint64_t> result_bits[kMaxApis / 64] = {};

  bool Wants(uint32_t domain) const noexcept {
    return (domains.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(domain)) != 0;
  }
  bool WantsApi(uint32_t op) const noexcept {
    return Wants(ROCJFR_DOMAIN_HIP_API) &&
           (api_bits[op / 64].load(std::memory_order_relaxed) >> (op % 64) & 1) != 0;
  }
  bool WantsEnter(uint32_t op) const noexcept {
    return WantsApi(op) &&
           (not_enter_bits[op / 64].load(std::memory_order_relaxed) >> (op % 64) & 1) == 0;
  }
  bool WantsTimes(uint32_t op) const noexcept {
    return WantsApi(op) &&
           (not_timed_bits[op / 64].load(std::memory_order_relaxed) >> (op % 64) & 1) == 0;
  }
  bool WantsResult(uint32_t op) const noexcept {
    return WantsApi(op) &&
           (result_bits[op / 64].load(std::memory_order_relaxed) >> (op % 64) & 1) != 0;
  }
};
Client g_clients[ROCJFR_CLIENTS];  // 0, Java, has none

// Bit i: client i wants this. Made from the above whenever that changes, for the hot path.
std::atomic<uint8_t> g_enter_clients[kMaxApis];
static_assert(ROCJFR_CLIENTS <= 8, "one bit each");

// Sets the bits that are not in `bits`; null: those of all functions are.
template <size_t kWords>
void SetAllBut(const uint64_t* bits, uint32_t words,
               std::atomic<uint64_t> (&without)[kWords]) noexcept {
  for (uint32_t word = 0; word < kWords; ++word) {
    without[word].store(bits == nullptr ? 0
                        : word < words  ? ~bits[word]
                                        : UINT64_MAX,
                        std::memory_order_relaxed);
  }
}

// Under SetWanted's lock.
void UpdateBits() noexcept {
  const auto bits = [](auto wants) {
    uint8_t mask = 0;
    for (uint32_t i = 1; i < ROCJFR_CLIENTS; ++i) {
      if (wants(g_clients[i])) mask = static_cast<uint8_t>(mask | 1u << i);
    }
    return mask;
  };
  for (uint32_t op = 0; op < kMaxApis; ++op) {
    g_enter_clients[op].store(bits([=](const Client& client) { return client.WantsEnter(op); }),
                              std::memory_order_relaxed);
    g_exit_only_clients[op].store(
        bits([=](const Client& client) { return client.WantsApi(op) && !client.WantsEnter(op); }),
        std::memory_order_relaxed);
  }
  g_submission_clients.store(bits([](const Client& client) {
                               return client.Wants(ROCJFR_DOMAIN_HIP_OPS) &&
                                      client.submission.load() != nullptr;
                             }),
                             std::memory_order_relaxed);
  for (uint32_t domain = 0; domain <= ROCJFR_DOMAIN_ROCTX; ++domain) {
    g_domain_clients[domain].store(bits([=](const Client& client) { return client.Wants(domain); }),
                                   std::memory_order_relaxed);
  }
}

}  // namespace

std::atomic<const rocjfr_client_t*> g_client_tables[ROCJFR_CLIENTS];
std::atomic<uint8_t> g_exit_only_clients[kMaxApis];
std::atomic<uint8_t> g_domain_clients[ROCJFR_DOMAIN_ROCTX + 1];
std::atomic<uint8_t> g_submission_clients{0};

void TellEnter(Call* call, void* api_data) {
  EachClient(g_enter_clients[call->op], [&](uint32_t i, const rocjfr_client_t& client) {
    if (client.api == nullptr) return;
    call->told = static_cast<uint8_t>(call->told | 1u << i);
    call->entered = static_cast<uint8_t>(call->entered | 1u << i);
    call->words[i] = 0;
    const uint32_t submits = call->has_submit && call->submits ? 1 : 0;
    const rocjfr_call_t told = {call->correlation_id,
                                call->begin_ns,
                                0,
                                api_data,
                                &call->words[i],
                                call->op,
                                0,
                                submits,
                                call->has_submit ? &call->submit : nullptr,
                                0,
                                0,
                                0};
    client.api(&told);
  });
}

void TellSubmission(uint64_t correlation_id, const rocjfr_submit_t& submit) {
  uint32_t clients = g_submission_clients.load(std::memory_order_relaxed);
  for (; clients != 0; clients &= clients - 1) {
    const rocjfr_submission_t told =
        g_clients[__builtin_ctz(clients)].submission.load(std::memory_order_acquire);
    if (told != nullptr) told(correlation_id, &submit);
  }
}

void TellRoctx(uint32_t op, const char* message, uint64_t id) {
  EachClient(g_domain_clients[ROCJFR_DOMAIN_ROCTX], [&](uint32_t, const rocjfr_client_t& client) {
    if (client.roctx != nullptr) client.roctx(op, message, id);
  });
}

bool ClientsWantApi(uint32_t op) noexcept {
  for (const Client& client : g_clients) {
    if (client.WantsApi(op)) return true;
  }
  return false;
}

bool ClientsWantEnter(uint32_t op) noexcept {
  for (const Client& client : g_clients) {
    if (client.WantsEnter(op)) return true;
  }
  return false;
}

bool ClientsWantTimes(uint32_t op) noexcept {
  for (const Client& client : g_clients) {
    if (client.WantsTimes(op)) return true;
  }
  return false;
}

bool ClientsWantResult(uint32_t op) noexcept {
  for (const Client& client : g_clients) {
    if (client.WantsResult(op)) return true;
  }
  return false;
}

bool ClientsWantResults() noexcept {
  for (const Client& client : g_clients) {
    if (!client.Wants(ROCJFR_DOMAIN_HIP_API)) continue;
    for (const auto& word : client.result_bits) {
      if (word.load(std::memory_order_relaxed) != 0) return true;
    }
  }
  return false;
}

uint32_t ClientsWantedDomains() noexcept {
  uint32_t domains = 0;
  for (const Client& client : g_clients) domains |= client.domains.load();
  return domains;
}

std::atomic<uint32_t> g_wanted_by_clients{0};

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_connect_client(uint32_t client, const rocjfr_client_t* table) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS || table == nullptr ||
      table->size != sizeof(rocjfr_client_t)) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  const rocjfr_client_t* none = nullptr;
  return rocjfr::g_client_tables[client].compare_exchange_strong(none, table)
             ? ROCJFR_STATUS_SUCCESS
             : ROCJFR_STATUS_ALREADY_INITIALIZED;
}

rocjfr_status_t rocjfr_client_want_api(uint32_t client, const uint64_t* bits, uint32_t words) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  rocjfr::SetWanted([=] {
    uint32_t word = 0;
    for (auto& wanted : rocjfr::g_clients[client].api_bits) {
      wanted.store(bits == nullptr ? UINT64_MAX
                   : word < words  ? bits[word]
                                   : 0,
                   std::memory_order_relaxed);
      ++word;
    }
    rocjfr::UpdateBits();
  });
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_client_want_enter(uint32_t client, const uint64_t* bits, uint32_t words) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  rocjfr::SetWanted([=] {
    rocjfr::SetAllBut(bits, words, rocjfr::g_clients[client].not_enter_bits);
    rocjfr::UpdateBits();
  });
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_client_want_times(uint32_t client, const uint64_t* bits, uint32_t words) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  rocjfr::SetWanted(
      [=] { rocjfr::SetAllBut(bits, words, rocjfr::g_clients[client].not_timed_bits); });
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_client_want_results(uint32_t client, const uint64_t* bits, uint32_t words) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  rocjfr::SetWanted([=] {
    uint32_t word = 0;
    for (auto& wanted : rocjfr::g_clients[client].result_bits) {
      wanted.store(bits == nullptr ? UINT64_MAX
                   : word < words  ? bits[word]
                                   : 0,
                   std::memory_order_relaxed);
      ++word;
    }
  });
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_client_follow_submissions(uint32_t client, rocjfr_submission_t function) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  rocjfr::SetWanted([=] {
    rocjfr::g_clients[client].submission.store(function, std::memory_order_release);
    rocjfr::UpdateBits();
  });
  return ROCJFR_STATUS_SUCCESS;
}

uint32_t rocjfr_stream_argument(uint32_t op) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  if (runtime == nullptr || op >= rocjfr::kMaxApis) return 0;
  const rocjfr::ArgumentLayout* layout = runtime->arguments[op];
  return layout == nullptr ? 0 : layout->stream;
}

uint32_t rocjfr_hook_waits(void) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime != nullptr && runtime->hook == rocjfr::HookKind::kRegister ? 1 : 0;
}

uint32_t rocjfr_wanted(void) {
  return rocjfr::g_wanted_by_any.load(std::memory_order_relaxed);
}

uint32_t rocjfr_op_finishes(void) {
  const rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread != nullptr && thread->op_finishes ? 1 : 0;
}

uint64_t rocjfr_take_correlation_id(void) {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread == nullptr ? 0 : thread->NextCorrelationId();
}

rocjfr_status_t rocjfr_client_want(uint32_t client, uint32_t domains) {
  if (client == ROCJFR_CLIENT_JAVA || client >= ROCJFR_CLIENTS) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  rocjfr::SetWanted([=] {
    rocjfr::g_clients[client].domains.store(domains, std::memory_order_relaxed);
    rocjfr::UpdateBits();
  });
  return ROCJFR_STATUS_SUCCESS;
}
}
