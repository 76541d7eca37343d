// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * GPU activity as OpenTelemetry spans, under the application's own: live, and from recordings. What
 * an application or the OpenTelemetry agent uses; the packages below are internal.
 */
package io.rocjfr.otel;
