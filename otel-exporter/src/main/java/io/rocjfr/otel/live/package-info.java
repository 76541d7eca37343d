// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Export of spans while the process runs. */
package io.rocjfr.otel.live;
