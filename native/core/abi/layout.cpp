// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// record.h's lists as a table, and proof that the structs are what the lists say.
#include <cstddef>
#include <iterator>

#include "rocjfr/rocjfr.h"

static_assert(sizeof(rocjfr_record_t) == ROCJFR_SLOT_BYTES, "a record is one slot");
static_assert(sizeof(rocjfr_submit_t) == ROCJFR_SLOT_BYTES, "a submit is one slot");
static_assert(sizeof(rocjfr_opencl_work_t) == ROCJFR_SLOT_BYTES, "OpenCL's word is one slot");
static_assert(sizeof(rocjfr_external_stack_t) == 512, "Java maps 512 bytes");

#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(rocjfr_record_t, field) == (offset), #field);
ROCJFR_RECORD_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK
#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(rocjfr_submit_t, field) == (offset), #field);
ROCJFR_SUBMIT_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK
#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(rocjfr_opencl_work_t, field) == (offset), #field);
ROCJFR_OPENCL_WORK_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK
#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(rocjfr_virtual_entry_t, field) == (offset), #field);
ROCJFR_VIRTUAL_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK
static_assert(sizeof(rocjfr_virtual_entry_t) == 32, "two entries are a cache line");

#define ROCJFR_ROW(type, field, offset, text) {#field, offset, sizeof(type)},
static const rocjfr_field_t kLayout[] = {
    ROCJFR_RECORD_FIELDS(ROCJFR_ROW) ROCJFR_SUBMIT_FIELDS(ROCJFR_ROW)
        ROCJFR_OPENCL_WORK_FIELDS(ROCJFR_ROW) ROCJFR_RING_FIELDS(ROCJFR_ROW)
            ROCJFR_CONTROL_FIELDS(ROCJFR_ROW) ROCJFR_VIRTUAL_FIELDS(ROCJFR_ROW)};

extern "C" {
uint32_t rocjfr_abi_version(void) {
  return ROCJFR_ABI_VERSION;
}

const char* rocjfr_version(void) {
  return ROCJFR_VERSION;
}

const rocjfr_field_t* rocjfr_layout(uint32_t* count) {
  if (count != nullptr) *count = static_cast<uint32_t>(std::size(kLayout));
  return kLayout;
}
}
