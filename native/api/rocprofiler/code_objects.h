// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the HIP runtime's hook lets a tool see of code: modules that are loaded, kernels that are
// looked up or launched. Both are told to CODE_OBJECT callbacks; a kernel's id stands in dispatch
// records.
#ifndef ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_
#define ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_

#include "contexts.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

// May call the user.
void CodeObjectsOnEnter(Thread& thread, const rocjfr_call_t& call,
                        const HipFunction& function) noexcept;
void CodeObjectsOnExit(Thread& thread, const rocjfr_call_t& call,
                       const HipFunction& function) noexcept;
// The id of a dispatch's kernel, by the name that the submitting call or else the runtime says; 0
// without one. May call the user.
uint64_t KernelIdOf(Thread& thread, const rocjfr_submit_t* submit,
                    const char* kernel_name) noexcept;
// nullptr where there is none. Static storage.
const char* KernelName(uint64_t kernel_id) noexcept;
// At the end: all code objects that a client's contexts were told of are unloaded.
void UnloadCodeObjects(Thread& thread, uint32_t client) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_
