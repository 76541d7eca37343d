// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options of who initialises the core when another tool has done so: they are not in force, which
// is said.
#ifndef ROCJFR_CORE_ABI_UNUSED_OPTIONS_H_
#define ROCJFR_CORE_ABI_UNUSED_OPTIONS_H_

#include <string>

#include "rocjfr/rocjfr.h"

namespace rocjfr {

// Those of `options` that are neither in force nor the defaults, which nobody has asked for. Kept
// for UnusedOptions. Any thread.
std::string NoteUnusedOptions(const rocjfr_options_t& options);
// A sentence without its full stop; "": all are in force.
std::string UnusedOptions();

}  // namespace rocjfr
#endif  // ROCJFR_CORE_ABI_UNUSED_OPTIONS_H_
