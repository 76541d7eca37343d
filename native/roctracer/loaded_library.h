// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#ifndef ROCJFR_ROCTRACER_LOADED_LIBRARY_H_
#define ROCJFR_ROCTRACER_LOADED_LIBRARY_H_

#include <string>

namespace rocjfr::roctracer {

// The path of a loaded library whose file name starts with `prefix`; "" if there is none.
std::string LoadedLibrary(const char* prefix);

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_ROCTRACER_LOADED_LIBRARY_H_
