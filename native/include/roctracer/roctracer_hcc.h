// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The older name of roctracer_hip.h.
#ifndef ROCTRACER_HCC_H_
#define ROCTRACER_HCC_H_

#include "roctracer_hip.h"

#endif  // ROCTRACER_HCC_H_
