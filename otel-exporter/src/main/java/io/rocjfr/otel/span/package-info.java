// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Spans from activity: the same from a listener and from a recording. */
package io.rocjfr.otel.span;
