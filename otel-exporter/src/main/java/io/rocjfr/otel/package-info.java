// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * Empty in this release. A later one puts here: spans from GPU activity, live and from a {@code
 * .jfr} file, and the trace context of OpenTelemetry scopes as external correlation ids.
 */
package io.rocjfr.otel;
