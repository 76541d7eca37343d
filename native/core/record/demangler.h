// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernel names as a reader wants them. GNU's demangler does not know what clang 18 and later write
// for the parameters of templates that have constraints, and takes no more than 1,023 characters.
// LLVM's from 18 on does, which HIP brings in AMD's libamd_comgr: that is used where it is loaded.
// Nothing is loaded for it.
#ifndef ROCJFR_CORE_RECORD_DEMANGLER_H_
#define ROCJFR_CORE_RECORD_DEMANGLER_H_

#include <string>

namespace rocjfr {

// What none reads is shortened: `a::b<…#01234567>`, with a hash of the whole, so that two kernels
// do not become one. Names that are no mangled ones, and what cannot be shortened, are as they
// were. Waits for the loader where there is such a name. False: there is no memory.
bool Demangle(const std::string& symbol, std::string* result) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_DEMANGLER_H_
