// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Export of spans from recordings: the command line. */
package io.rocjfr.otel.offline;
