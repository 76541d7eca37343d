// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa_ops.h"

#include <algorithm>
#include <atomic>
#include <new>

#include "rocjfr/hsa_client.h"

namespace rocjfr::roctracer {
namespace {

// Replaced, never freed: readers may have the former one.
std::atomic<const HsaOps*> g_ops{nullptr};

HsaOps* Make() noexcept {
  auto* ops = new (std::nothrow) HsaOps;
  if (ops == nullptr) return nullptr;
  for (uint32_t i = 0; i < kMaxHsaApis; ++i) {
    ops->number_of_op[i] = ops->op_of_number[i] = kMaxHsaApis;
  }
  const uint32_t functions = std::min(rocjfr_hsa_functions(), kMaxHsaApis);
  for (uint32_t number = 0; number < functions; ++number) {
    rocjfr_hsa_function_t function;
    if (rocjfr_hsa_function(number, &function) != ROCJFR_STATUS_SUCCESS ||
        function.table == ROCJFR_HSA_FINALIZER_EXT || function.place == UINT32_MAX) {
      continue;
    }
    // Numbers are in the order of the tables.
    ops->number_of_op[ops->count] = static_cast<uint16_t>(number);
    ops->op_of_number[number] = static_cast<uint16_t>(ops->count++);
  }
  return ops;
}

}  // namespace

const HsaOps& TheHsaOps() noexcept {
  static const HsaOps none{};
  const HsaOps* ops = g_ops.load(std::memory_order_acquire);
  if (ops == nullptr) {
    const HsaOps* made = Make();
    if (made == nullptr) return none;
    if (g_ops.compare_exchange_strong(ops, made)) return *made;
    delete made;
  }
  return *ops;
}

void RenewHsaOps() noexcept {
  HsaOps* made = Make();
  const HsaOps* known = g_ops.load(std::memory_order_acquire);
  if (made == nullptr) return;
  const bool same =
      known != nullptr && known->count == made->count &&
      std::equal(known->number_of_op, known->number_of_op + known->count, made->number_of_op);
  made->former = known;
  if (same || !g_ops.compare_exchange_strong(known, made)) delete made;
}

}  // namespace rocjfr::roctracer
