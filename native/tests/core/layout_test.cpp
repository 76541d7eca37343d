// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>

#include "core.h"
#include "core/java/control.h"
#include "core/record/ring.h"

namespace rocjfr::test {
namespace {

std::map<std::string, rocjfr_field_t> Table() {
  uint32_t count = 0;
  const rocjfr_field_t* rows = rocjfr_layout(&count);
  std::map<std::string, rocjfr_field_t> table;
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_TRUE(table.emplace(rows[i].name, rows[i]).second) << rows[i].name << " twice";
  }
  return table;
}

TEST(Layout, EveryFieldIsInTheTableWhereTheStructsHaveIt) {
  auto table = Table();
#define ROCJFR_EXPECT(type, field, at, text)                                 \
  ASSERT_EQ(table.count(#field), 1u) << #field;                              \
  EXPECT_EQ(table[#field].offset, offsetof(ROCJFR_STRUCT, field)) << #field; \
  EXPECT_EQ(table[#field].size, sizeof(type)) << #field;                     \
  table.erase(#field);
#define ROCJFR_STRUCT rocjfr_record_t
  ROCJFR_RECORD_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#define ROCJFR_STRUCT rocjfr_submit_t
  ROCJFR_SUBMIT_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#define ROCJFR_STRUCT rocjfr_opencl_work_t
  ROCJFR_OPENCL_WORK_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#define ROCJFR_STRUCT RingHeader
  ROCJFR_RING_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#define ROCJFR_STRUCT ControlPage
  ROCJFR_CONTROL_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#define ROCJFR_STRUCT rocjfr_virtual_entry_t
  ROCJFR_VIRTUAL_FIELDS(ROCJFR_EXPECT)
#undef ROCJFR_STRUCT
#undef ROCJFR_EXPECT
  for (const auto& row : table) ADD_FAILURE() << row.first << " is in no struct";
}

TEST(Layout, FieldsFillASlotWithoutOverlap) {
  uint64_t record = 0, submit = 0;
#define ROCJFR_MARK_RECORD(type, field, offset, text)                   \
  for (size_t i = (offset); i < (offset) + sizeof(type); ++i) {         \
    EXPECT_EQ(record >> i & 1, 0u) << #field " overlaps at byte " << i; \
    record |= uint64_t{1} << i;                                         \
  }
#define ROCJFR_MARK_SUBMIT(type, field, offset, text)                   \
  for (size_t i = (offset); i < (offset) + sizeof(type); ++i) {         \
    EXPECT_EQ(submit >> i & 1, 0u) << #field " overlaps at byte " << i; \
    submit |= uint64_t{1} << i;                                         \
  }
  ROCJFR_RECORD_FIELDS(ROCJFR_MARK_RECORD)
  ROCJFR_SUBMIT_FIELDS(ROCJFR_MARK_SUBMIT)
  EXPECT_EQ(record, UINT64_MAX) << "bytes without a field";
  EXPECT_EQ(submit, UINT64_MAX) << "bytes without a field";
}

TEST(Layout, VersionsAreThoseOfTheHeader) {
  EXPECT_EQ(rocjfr_abi_version(), ROCJFR_ABI_VERSION);
  EXPECT_STRNE(rocjfr_version(), "");
  EXPECT_NE(rocjfr_layout(nullptr), nullptr);
}

}  // namespace
}  // namespace rocjfr::test
