// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "control.h"

#include <unistd.h>

namespace rocjfr {

ControlPage g_control;
Settings g_settings;
const uint32_t g_process_id = static_cast<uint32_t>(getpid());
std::atomic<bool> g_exiting{false};
std::atomic<uint32_t> g_wanted_by_any{0};

}  // namespace rocjfr
