// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a plug-in of AMD's tool roctracer_tool exports: it writes what was traced in a format of its
// own. The tool calls one function at a time.
#ifndef ROCTRACER_PLUGIN_H_
#define ROCTRACER_PLUGIN_H_

#include <stdint.h>

#include "roctracer.h"

#ifdef __cplusplus
extern "C" {
#endif

// First of all, with the versions of the tool's roctracer. 0, or -1 where the plug-in was made for
// another major version or an older minor one.
ROCTRACER_EXPORT int roctracer_plugin_initialize(uint32_t roctracer_major_version,
                                                 uint32_t roctracer_minor_version);
// Last of all.
ROCTRACER_EXPORT void roctracer_plugin_finalize();

// One callback: a record of the call, and the domain's own data. 0, or -1 for an error.
ROCTRACER_EXPORT int roctracer_plugin_write_callback_record(const roctracer_record_t* record,
                                                            const void* callback_data);
// Records from `begin` up to `end`, which is past the last one (roctracer_next_record). 0, or -1.
ROCTRACER_EXPORT int roctracer_plugin_write_activity_records(const roctracer_record_t* begin,
                                                             const roctracer_record_t* end);

#ifdef __cplusplus
}
#endif
#endif  // ROCTRACER_PLUGIN_H_
