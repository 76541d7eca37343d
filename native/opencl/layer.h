// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loader's layers: libraries that OPENCL_LAYERS names, which the loader calls when a program
// begins to use OpenCL. For us that is the moment to find the vendors in time. Where all their
// tables can be patched we decline to be a layer, which costs each call something; otherwise we are
// one.
#ifndef ROCJFR_OPENCL_LAYER_H_
#define ROCJFR_OPENCL_LAYER_H_

#include "cl.h"

namespace rocjfr::opencl {

bool LayerIsUsed() noexcept;
// `next` are functions of a loader that has ended: they may be gone.
bool HasEnded(const Dispatch& next) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_LAYER_H_
