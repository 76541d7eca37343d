// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clients.h"

#include <mutex>

#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "submit_reader.h"

namespace rocjfr {
namespace {

constexpr uint32_t kWords = kMaxApis / 64;

struct Client {
  std::atomic<rocjfr_submission_t> submission{nullptr};
  uint32_t domains = 0;  // under SetWanted's lock
};
Client g_clients[ROCJFR_CLIENTS];  // 0, Java, has none
std::atomic<uint64_t> g_changed_functions[kWords];

bool IsClient(uint32_t client) noexcept {
  return client != ROCJFR_CLIENT_JAVA && client < ROCJFR_CLIENTS;
}

uint32_t BitOf(bool wants, uint32_t client) noexcept {
  return wants ? 1u << client : 0;
}

void TellOpToEach(const rocjfr_record_t* record, const rocjfr_submit_t* submit,
                  const char* kernel_name) {
  EachClient(g_tellers.op_clients.load(std::memory_order_relaxed),
             [&](uint32_t, const rocjfr_client_t& client) {
               if (client.op != nullptr) client.op(record, submit, kernel_name);
             });
}

void TellRoctxToEach(uint32_t op, const char* message, uint64_t id) {
  EachClient(g_tellers.roctx_clients.load(std::memory_order_relaxed),
             [&](uint32_t, const rocjfr_client_t& client) {
               if (client.roctx != nullptr) client.roctx(op, message, id);
             });
}

// The function of the only one of `clients`, or `each`: also for one that has yet to connect.
// nullptr: there is none, or it has no such function.
template <typename Function>
Function TellerOf(uint32_t clients, Function rocjfr_client_t::*function, Function each) noexcept {
  if (clients == 0) return nullptr;
  Function only = each;
  if ((clients & (clients - 1)) != 0) return only;
  EachClient(clients, [&](uint32_t, const rocjfr_client_t& client) { only = client.*function; });
  return only;
}

// Under SetWanted's lock.
void UpdateDomains() noexcept {
  uint32_t submissions = 0, ops = 0, roctx = 0;
  for (uint32_t i = 1; i < ROCJFR_CLIENTS; ++i) {
    const Client& client = g_clients[i];
    const bool wants_ops = (client.domains & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS)) != 0;
    submissions |= BitOf(wants_ops && client.submission.load() != nullptr, i);
    ops |= BitOf(wants_ops, i);
    roctx |= BitOf((client.domains & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) != 0, i);
  }
  g_submission_clients.store(static_cast<uint8_t>(submissions), std::memory_order_relaxed);
  g_tellers.op_clients.store(static_cast<uint8_t>(ops), std::memory_order_relaxed);
  g_tellers.roctx_clients.store(static_cast<uint8_t>(roctx), std::memory_order_relaxed);
  g_tellers.op.store(TellerOf(ops, &rocjfr_client_t::op, &TellOpToEach), std::memory_order_release);
  g_tellers.roctx.store(TellerOf(roctx, &rocjfr_client_t::roctx, &TellRoctxToEach),
                        std::memory_order_release);
}

// A word of a set of functions.
uint64_t Word(const uint64_t* bits, const rocjfr_wish_t& wish, uint32_t word) noexcept {
  if (bits == nullptr) return UINT64_MAX;
  return word < wish.words ? bits[word] : 0;
}

// Under SetWanted's lock. False: it is what the client wanted before.
bool TakeWish(uint32_t client, const rocjfr_wish_t& wish) noexcept {
  bool changes = g_clients[client].domains != wish.domains;
  g_clients[client].domains = wish.domains;
  const bool calls = (wish.domains & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API)) != 0;
  for (uint32_t word = 0; word < kWords; ++word) {
    const uint64_t api = calls ? Word(wish.api, wish, word) : 0;
    const uint64_t enter = api & Word(wish.enter, wish, word);
    const uint64_t results = wish.results == nullptr ? 0 : api & Word(wish.results, wish, word);
    const uint64_t changed = g_enter_clients.Set(client, word, enter) |
                             g_exit_clients.Set(client, word, api) |
                             g_times_clients.Set(client, word, api & Word(wish.times, wish, word)) |
                             g_result_clients.Set(client, word, results);
    if (changed == 0) continue;
    g_changed_functions[word].fetch_or(changed);
    changes = true;
  }
  if (changes) UpdateDomains();
  return changes;
}

}  // namespace

std::atomic<const rocjfr_client_t*> g_client_tables[ROCJFR_CLIENTS];
FunctionClients g_enter_clients, g_exit_clients, g_times_clients, g_result_clients;
Tellers g_tellers;
std::atomic<uint8_t> g_submission_clients{0};

uint64_t FunctionClients::Set(uint32_t client, uint32_t word, uint64_t bits) noexcept {
  const uint64_t changed = bits ^ bits_[client][word];
  bits_[client][word] = bits;
  for (uint64_t left = changed; left != 0; left &= left - 1) {
    const auto bit = static_cast<uint32_t>(__builtin_ctzll(left));
    std::atomic<uint8_t>& clients = clients_[word * 64 + bit];
    const auto changes = static_cast<uint8_t>(1u << client);
    clients.store(clients.load(std::memory_order_relaxed) ^ changes, std::memory_order_relaxed);
    functions_.fetch_add((bits >> bit & 1) != 0 ? 1 : UINT32_MAX, std::memory_order_relaxed);
  }
  return changed;
}

uint64_t TakeChangedFunctions(uint32_t word) noexcept {
  std::atomic<uint64_t>& changed = g_changed_functions[word];
  return changed.load() == 0 ? 0 : changed.exchange(0);
}

namespace {

// The innermost of the calls around it whose begin this client was told of; 0: none.
uint64_t EnteredIn(const Call* call, uint32_t depth, uint32_t client) noexcept {
  for (; depth > 1; --depth) {
    --call;
    if ((call->entered >> client & 1) != 0) return call->correlation_id;
  }
  return 0;
}

}  // namespace

uint64_t AncestorOf(const Call* call, uint32_t depth, uint32_t client) noexcept {
  for (; depth > 1; --depth) {
    --call;
    if ((call->told >> client & 1) != 0) return call->correlation_id;
  }
  return 0;
}

void TellEnter(Call* call, uint32_t depth, void* api_data) {
  EachClient(g_enter_clients.Of(call->op), [&](uint32_t i, const rocjfr_client_t& client) {
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
                                EnteredIn(call, depth, i),
                                AncestorOf(call, depth, i)};
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

uint32_t ClientsWantedDomains() noexcept {
  uint32_t domains = 0;
  for (const Client& client : g_clients) domains |= client.domains;
  return domains;
}

std::atomic<uint32_t> g_wanted_by_clients{0};

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_connect_client(uint32_t client, const rocjfr_client_t* table) {
  if (!rocjfr::IsClient(client) || table == nullptr || table->size != sizeof(rocjfr_client_t) ||
      table->api == nullptr) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  const rocjfr_client_t* none = nullptr;
  return rocjfr::g_client_tables[client].compare_exchange_strong(none, table)
             ? ROCJFR_STATUS_SUCCESS
             : ROCJFR_STATUS_ALREADY_INITIALIZED;
}

rocjfr_status_t rocjfr_client_want(uint32_t client, const rocjfr_wish_t* wish) {
  if (!rocjfr::IsClient(client) || wish == nullptr || wish->size != sizeof(rocjfr_wish_t)) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  rocjfr::SetWantedByClient([=] { return rocjfr::TakeWish(client, *wish); });
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_client_follow_submissions(uint32_t client, rocjfr_submission_t function) {
  if (!rocjfr::IsClient(client)) return ROCJFR_STATUS_INVALID_ARGUMENT;
  rocjfr::SetWantedByClient([=] {
    rocjfr::g_clients[client].submission.store(function, std::memory_order_release);
    rocjfr::UpdateDomains();
    return true;
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

uint32_t rocjfr_runtimes_thread(void) {
  const rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread != nullptr && thread->runtimes ? 1 : 0;
}

uint32_t rocjfr_name_ref(const char* symbol) {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread == nullptr ? 0 : rocjfr::SymbolRef(*thread, symbol);
}

uint64_t rocjfr_take_correlation_id(void) {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread == nullptr ? 0 : thread->NextCorrelationId();
}
}
