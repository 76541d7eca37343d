// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL for the core: found and patched like HIP's hook, when somebody wants its records.
#ifndef ROCJFR_OPENCL_OPENCL_H_
#define ROCJFR_OPENCL_OPENCL_H_

namespace rocjfr {
class Globs;
}

namespace rocjfr::opencl {

// The functions of whose calls is asked where in Java they are made.
void SetSites(const Globs& functions) noexcept;

// Looks for vendors' libraries that were loaded since the last time, where OpenCL is wanted. Takes
// the loader's lock.
void Find() noexcept;
// Has our functions stand in the vendors' tables as long as they are wanted. One caller at a time.
void Update() noexcept;
// False: a vendor that was found is wanted, and its table has not been changed yet.
bool IsUpToDate() noexcept;

// Has a loader call us when the program begins to use OpenCL: changes the environment, so no other
// thread of the program may run yet.
void AskLoaderToCallUs() noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_OPENCL_H_
