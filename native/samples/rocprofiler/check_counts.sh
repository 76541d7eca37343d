#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs plain under counting_tool in the three ways a tool is found, and checks what it counted.
#   check_counts.sh BIN LIB
set -euo pipefail
bin=$1 lib=$2
sdk=$lib/rocprofiler-sdk/librocprofiler-sdk.so.1 tool=$lib/libcountingtool.so

check() {
  local way=$1 output
  output=$(timeout 60 "${@:2}" "$bin/rocprofiler_sample_plain")
  for line in done 'counted GPU 1' 'counted hipMalloc 1' 'counted hipMemcpy 20' 'counted hipModuleLaunchKernel 10' \
    'counted hipDeviceSynchronize 1' 'counted hipFree 1' 'counted KERNEL_DISPATCH 10' 'counted MEMORY_COPY 20'; do
    grep -qx "$line" <<<"$output" || {
      printf '%s: "%s" is missing in\n%s\n' "$way" "$line" "$output" >&2
      exit 1
    }
  done
  echo "$way: as expected"
}

check 'preloaded tool' env LD_PRELOAD="$tool"
check 'ROCP_TOOL_LIBRARIES' env LD_PRELOAD="$sdk" ROCP_TOOL_LIBRARIES="$tool"
check 'both' env LD_PRELOAD="$sdk:$tool" ROCP_TOOL_LIBRARIES="$tool"
output=$(env LD_PRELOAD="$sdk" ROCP_TOOL_LIBRARIES=/nowhere/libtool.so "$bin/rocprofiler_sample_plain" 2>&1)
grep -q 'ROCP_TOOL_LIBRARIES: /nowhere/libtool.so cannot be loaded' <<<"$output"
grep -qx 'done' <<<"$output"
echo 'a tool that is missing: one message, and the program runs'
