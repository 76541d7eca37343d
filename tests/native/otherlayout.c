// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stands for a librocjfr.so of another release. OTHER_VERSION: its layout version differs;
// otherwise one field lies elsewhere, as after a change that forgot to change the version.

#include <stddef.h>

#include "rocjfr/rocjfr.h"

#define FIELD(type, field, offset, text) {#field, offset, sizeof(type)},

static rocjfr_field_t fields[] = {ROCJFR_RECORD_FIELDS(FIELD) ROCJFR_SUBMIT_FIELDS(FIELD)
                                      ROCJFR_RING_FIELDS(FIELD) ROCJFR_CONTROL_FIELDS(FIELD)};

const char* rocjfr_version(void) {
  return "0.0.9";
}

uint32_t rocjfr_abi_version(void) {
#ifdef OTHER_VERSION
  return ROCJFR_ABI_VERSION + 1;
#else
  return ROCJFR_ABI_VERSION;
#endif
}

const rocjfr_field_t* rocjfr_layout(uint32_t* count) {
#ifndef OTHER_VERSION
  enum { kBeginNs = 5 };
  fields[kBeginNs].offset = 56;
#endif
  if (count != NULL) *count = sizeof(fields) / sizeof(fields[0]);
  return fields;
}
