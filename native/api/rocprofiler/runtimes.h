// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// RUNTIME_INITIALIZATION: which runtimes start while contexts are active.
#ifndef ROCJFR_API_ROCPROFILER_RUNTIMES_H_
#define ROCJFR_API_ROCPROFILER_RUNTIMES_H_

#include "contexts.h"

namespace rocjfr::sdk {

// HSA starts, inside the program's first HIP call: tools that are found are configured, then told.
void OnHsaStart();
// Whether the calling thread is in it.
bool WithinHsaStart() noexcept;
// The runtime has started, or is about to: told once. version: 0 looks at the library's file name.
// May call the user.
void RuntimeInitialized(Thread& thread, rocprofiler_runtime_initialization_operation_t runtime,
                        uint64_t version = 0);
// Says which libraries are loaded that somebody has asked for in vain, each once. (RCCL and others
// of ROCm 6.2 and later say themselves when they appear.) Takes the loader's lock where there is
// one.
void LookForUntraced() noexcept;
// At the end: the same of AMD's own library of roctx, which registers at its first call.
void LookForUnregisteredRoctx() noexcept;
// Whether roctx has to be followed for that.
bool RoctxToInitialize() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_RUNTIMES_H_
