// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Code that is loaded, told to CODE_OBJECT callbacks; a kernel's id stands in dispatch records. HSA
// tells of each object with its kernels. Where its calls cannot be seen, the HIP runtime's hook
// lets a tool see modules that are loaded, and kernels that are looked up or launched.
#ifndef ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_
#define ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_

#include "contexts.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

// A runtime's thread, for which the program's may wait, or the program's own in a call.
enum class Teller { kRuntime, kCaller };

// May call the user, one thread at a time.
void CodeObjectsOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);
void CodeObjectsOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);
// The id of the kernel that a call launches, while code objects are told: by its function. 0: only
// its name says which it is.
uint64_t LaunchedKernel(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);
// The id of a dispatch's kernel, by the core's ref of its name, or else (0) by the name, and where
// several have it by the agent; 0 without one. May call the user.
uint64_t KernelIdOf(Thread& thread, Teller teller, uint32_t ref, const char* kernel_name,
                    rocprofiler_agent_id_t agent);
// HSA has loaded all that an executable holds; and it is about to be destroyed. May call the user.
void ExecutableFrozen(Thread& thread, uint64_t executable);
void ExecutableEnds(Thread& thread, uint64_t executable);
// The modules' handles that are known may be other modules' by now.
void ForgetModules() noexcept;
// nullptr where there is none. Static storage.
const char* KernelName(uint64_t kernel_id) noexcept;
// At the end: all code objects that a client's contexts were told of are unloaded.
void UnloadCodeObjects(Thread& thread, uint32_t client);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CODE_OBJECTS_H_
