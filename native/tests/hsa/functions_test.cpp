// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The list of functions against the installed headers of HSA: what each takes is the same to the
// calling convention, and what hsa_api_data_t keeps has AMD's size.
#include "hsa/functions.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>

#include <tuple>
#include <type_traits>
#include <utility>

#include "hsa_fixture.h"

namespace rocjfr::hsa {
namespace {

template <typename Real, typename Ours>
constexpr bool SameClass() {
  if constexpr (std::is_void_v<Real>) {
    return std::is_void_v<Ours>;
  } else if constexpr (std::is_pointer_v<Real>) {
    return std::is_same_v<Ours, Pointer> || std::is_same_v<Ours, Range>;
  } else {
    return sizeof(Real) == sizeof(Ours) && alignof(Real) == alignof(Ours);
  }
}

template <typename... Ours>
struct Signature {
  template <typename R, typename... A>
  static constexpr bool Is(R (*)(A...)) {
    using First = std::tuple_element_t<0, std::tuple<Ours...>>;
    return sizeof...(Ours) == sizeof...(A) + 1 && SameClass<R, First>() &&
           Rest<A...>(std::make_index_sequence<sizeof...(A)>());
  }
  template <typename... A, size_t... kIndex>
  static constexpr bool Rest(std::index_sequence<kIndex...>) {
    return (SameClass<A, std::tuple_element_t<kIndex + 1, std::tuple<Ours..., void>>>() && ...);
  }
};

// Functions that the oldest headers declare. (Those for tools stand in a header of C++ alone.)
// (clang-format breaks this list anew each time that it sees it.)
// clang-format off
#define CORE_FUNCTIONS(X) \
  X(hsa_init) \
  X(hsa_queue_create) \
  X(hsa_agent_get_info) \
  X(hsa_signal_wait_scacquire) \
  X(hsa_signal_store_relaxed) \
  X(hsa_executable_freeze) \
  X(hsa_memory_copy) \
  X(hsa_amd_memory_async_copy) \
  X(hsa_amd_memory_async_copy_rect) \
  X(hsa_amd_signal_wait_any) \
  X(hsa_amd_memory_lock_to_pool) \
  X(hsa_amd_svm_prefetch_async) \
  X(hsa_amd_interop_map_buffer) \
  X(hsa_amd_profiling_async_copy_enable) \
  X(hsa_ext_image_create_with_layout) \
  X(hsa_ext_program_finalize) \
  X(hsa_amd_queue_cu_get_mask) \
  X(hsa_amd_signal_async_handler)
// clang-format on

template <uint32_t kNumber>
struct OfNumber;
#define HSA_FUNCTION(table, name, since, ...) \
  template <>                                 \
  struct OfNumber<k_##name> : Signature<__VA_ARGS__> {};
#include "hsa/functions.inc"
#undef HSA_FUNCTION
#define CHECK(name) static_assert(OfNumber<k_##name>::Is(decltype (&::name)(nullptr)), #name);
CORE_FUNCTIONS(CHECK)
#undef CHECK

TEST(HsaFunctions, AreSortedByTable) {
  for (uint32_t i = 1; i < kFunctions; ++i) {
    EXPECT_GE(kFunctionList[i].table, kFunctionList[i - 1].table) << kFunctionList[i].name;
  }
  EXPECT_EQ(PlaceOf(k_hsa_init, 1016), 0u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_coherency_get_type, 400), 0u);
  // What was put into the middle of the table moved what follows.
  EXPECT_EQ(PlaceOf(k_hsa_amd_agent_memory_pool_get_info, 400), 16u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_agent_memory_pool_get_info, 424), 16u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_agent_memory_pool_get_info, 456), 18u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_queue_cu_get_mask, 400), 47u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_queue_cu_get_mask, 424), 50u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_queue_cu_get_mask, 456), 52u);
  EXPECT_EQ(PlaceOf(k_hsa_amd_memory_async_copy_on_engine, 400), UINT32_MAX);
  EXPECT_EQ(PlaceOf(k_hsa_amd_ais_file_read, 624), 75u);
}

TEST(HsaFunctions, EachKnownTableIsFull) {
  const struct {
    uint32_t table, major, bytes;
  } kTables[] = {{ROCJFR_HSA_CORE, 1, 1016},       {ROCJFR_HSA_CORE, 2, 1016},
                 {ROCJFR_HSA_AMD_EXT, 1, 400},     {ROCJFR_HSA_AMD_EXT, 1, 424},
                 {ROCJFR_HSA_AMD_EXT, 1, 456},     {ROCJFR_HSA_AMD_EXT, 2, 552},
                 {ROCJFR_HSA_AMD_EXT, 2, 560},     {ROCJFR_HSA_AMD_EXT, 2, 576},
                 {ROCJFR_HSA_AMD_EXT, 2, 584},     {ROCJFR_HSA_AMD_EXT, 2, 592},
                 {ROCJFR_HSA_AMD_EXT, 2, 624},     {ROCJFR_HSA_IMAGE_EXT, 1, 120},
                 {ROCJFR_HSA_IMAGE_EXT, 2, 128},   {ROCJFR_HSA_FINALIZER_EXT, 1, 64},
                 {ROCJFR_HSA_FINALIZER_EXT, 2, 64}};
  for (const auto& one : kTables) {
    EXPECT_TRUE(IsKnown(one.table, {one.major, one.bytes, 0, 0})) << one.table << " " << one.bytes;
    uint32_t functions = 0;
    for (const Function& function : kFunctionList) {
      functions += function.table == one.table && function.since <= one.bytes;
    }
    EXPECT_EQ(sizeof(Version) + functions * sizeof(void*), one.bytes) << one.table;
  }
  EXPECT_FALSE(IsKnown(ROCJFR_HSA_AMD_EXT, {2, 632, 9, 0}));
  EXPECT_FALSE(IsKnown(ROCJFR_HSA_AMD_EXT, {1, 552, 0, 0}));
  EXPECT_FALSE(IsKnown(ROCJFR_HSA_AMD_EXT, {2, 400, 0, 0}));
  EXPECT_FALSE(IsKnown(ROCJFR_HSA_CORE, {3, 1016, 0, 0}));
}

}  // namespace
}  // namespace rocjfr::hsa
