// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All about roctx: operations, arguments and tables.
#ifndef ROCPROFILER_SDK_MARKER_H_
#define ROCPROFILER_SDK_MARKER_H_
#include "rocprofiler-sdk/marker/api_args.h"
#include "rocprofiler-sdk/marker/api_id.h"
#include "rocprofiler-sdk/marker/table_id.h"
#endif  // ROCPROFILER_SDK_MARKER_H_
