// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The other native libraries that are told what happens (rocjfr/client.h).
#ifndef ROCJFR_CORE_RECORD_CLIENTS_H_
#define ROCJFR_CORE_RECORD_CLIENTS_H_

#include <atomic>
#include <cstdint>
#include <functional>

#include "core/runtime/runtime.h"
#include "rocjfr/client.h"
#include "thread_state.h"

namespace rocjfr {

// Of each function the clients that want something of it: bit i is client i.
class FunctionClients {
 public:
  uint8_t Of(uint32_t op) const noexcept { return clients_[op].load(std::memory_order_relaxed); }
  bool Any() const noexcept { return functions_.load(std::memory_order_relaxed) != 0; }
  // The functions 64 * word and following that one of them wants, under SetWanted's lock. Returns
  // those of which that is another answer than before.
  uint64_t Set(uint32_t client, uint32_t word, uint64_t bits) noexcept;

 private:
  std::atomic<uint8_t> clients_[kMaxApis] = {};
  std::atomic<uint32_t> functions_{0};  // each for each of its clients
  uint64_t bits_[ROCJFR_CLIENTS][kMaxApis / 64] = {};
};
static_assert(ROCJFR_CLIENTS <= 8, "one bit each");
// Of those that are told of a call's end, some are told of its begin, too. So a call that begins as
// that changes has its end told in any case.
extern FunctionClients g_exit_clients, g_enter_clients, g_times_clients, g_result_clients;
// Functions 64 * word and following of which clients want something else since this was asked last.
uint64_t TakeChangedFunctions(uint32_t word) noexcept;

// Those that are connected, and who of them wants what: bit i is client i.
extern std::atomic<const rocjfr_client_t*> g_client_tables[ROCJFR_CLIENTS];
extern std::atomic<uint8_t> g_submission_clients;

// tell(number, table) for each of `clients`.
template <typename Tell>
inline void EachClient(uint32_t clients, Tell tell) {
  for (; clients != 0; clients &= clients - 1) {
    const auto i = static_cast<uint32_t>(__builtin_ctz(clients));
    const rocjfr_client_t* client = g_client_tables[i].load(std::memory_order_acquire);
    if (__builtin_expect(client != nullptr, true)) tell(i, *client);
  }
}

// Hot path; nothing is locked while a client runs. A user's callback may end the thread there
// (pthread_exit): what leads to a client is not noexcept.
// `depth`: of how many calls of its thread it is the innermost.
void TellEnter(Call* call, uint32_t depth, void* api_data);
// The innermost of the calls around it of which this client is told; 0: none.
uint64_t AncestorOf(const Call* call, uint32_t depth, uint32_t client) noexcept;
// `depth`: as for TellEnter.
inline void TellExit(Call& call, uint32_t depth, uint64_t end_ns, void* api_data, uint32_t result) {
  rocjfr_call_t told = {call.correlation_id,
                        call.begin_ns,
                        end_ns,
                        api_data,
                        nullptr,
                        call.op,
                        1,
                        call.submitted,
                        call.has_submit ? &call.submit : nullptr,
                        result,
                        0,
                        0,
                        0};
  EachClient(call.told, [&](uint32_t i, const rocjfr_client_t& client) {
    told.word = &call.words[i];
    told.entered = call.entered >> i & 1;
    if (told.entered == 0) call.words[i] = 0;
    if (__builtin_expect(depth > 1, false)) {
      const Call& outer = *(&call - 1);
      told.outer = (outer.told >> i & 1) != 0 ? outer.correlation_id : 0;
      told.ancestor = AncestorOf(&call, depth, i);
    }
    client.api(&told);
  });
}
// The clients that are told of a call's end, as bits.
inline uint8_t ClientsToTell(uint32_t op) noexcept {
  return g_exit_clients.Of(op);
}
// Of work and of roctx: the function of the only client that wants it, or one that tells each;
// nullptr: nobody does. And who does, as bits. On a line of their own, which hardly ever changes.
struct alignas(64) Tellers {
  std::atomic<decltype(rocjfr_client_t::op)> op{nullptr};
  std::atomic<decltype(rocjfr_client_t::roctx)> roctx{nullptr};
  std::atomic<uint8_t> op_clients{0}, roctx_clients{0};
};
extern Tellers g_tellers;
inline void TellOp(const rocjfr_record_t& record, const rocjfr_submit_t* submit,
                   const char* kernel_name) {
  const auto tell = g_tellers.op.load(std::memory_order_acquire);
  if (__builtin_expect(tell != nullptr, true)) tell(&record, submit, kernel_name);
}
inline void TellRoctx(uint32_t op, const char* message, uint64_t id) {
  const auto tell = g_tellers.roctx.load(std::memory_order_acquire);
  if (__builtin_expect(tell != nullptr, false)) tell(op, message, id);
}
void TellSubmission(uint64_t correlation_id, const rocjfr_submit_t& submit);
// What clients want, for the hot path: set by SetWanted.
extern std::atomic<uint32_t> g_wanted_by_clients;
inline bool WantedByClients(uint32_t domain) noexcept {
  return (g_wanted_by_clients.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(domain)) != 0;
}
inline bool ClientsWantOps() noexcept {
  return WantedByClients(ROCJFR_DOMAIN_HIP_OPS);
}

// For SetWanted.
uint32_t ClientsWantedDomains() noexcept;

// Changes what somebody wants (by `change`, under the hook's lock; false: it is what it was) and
// lets it take effect. Looks for no libraries. hook.cpp
void SetWanted(const std::function<bool()>& change) noexcept;
// The same under locks of a client. It does not wait for a start of HSA. Work is tracked from the
// client's next poll on.
void SetWantedByClient(const std::function<bool()>& change) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_CLIENTS_H_
