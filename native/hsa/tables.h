// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's tables, which exported functions go through: HSA hands them to tools when it starts. Ours
// stand in them while they are wanted, and only there; what was there before is what ours call.
#ifndef ROCJFR_HSA_TABLES_H_
#define ROCJFR_HSA_TABLES_H_

#include <atomic>
#include <cstdint>
#include <string>

#include "functions.h"
#include "hsa_headers.h"

namespace rocjfr::hsa {

// What ours call; null where the loaded release has no such function.
extern std::atomic<void*> g_real[kFunctions];
#define ROCJFR_HSA_REAL(name)          \
  reinterpret_cast<decltype(&::name)>( \
      ::rocjfr::hsa::g_real[::rocjfr::hsa::k_##name].load(std::memory_order_acquire))

// HSA hands over its tables (HsaApiTable), inside hsa_init; the same ones again change nothing.
// False: their layout is not known, or they are known already.
bool TakeTables(void* api_table) noexcept;
// HSA ends, and has its tables to itself.
void ForgetTables() noexcept;
// Puts ours into the slots where they are needed (wanted.h), and takes them out elsewhere.
void UpdateTables() noexcept;

struct State {
  uint32_t state;
  uint32_t bytes[ROCJFR_HSA_TABLES];
  uint32_t starts;
  std::string message;
};
State TheState();
uint32_t BytesOf(uint32_t table) noexcept;

// wrappers.cpp: ours; null where there is none (hsa_shut_down, within which HSA ends).
void* WrapperOf(uint32_t number) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_TABLES_H_
