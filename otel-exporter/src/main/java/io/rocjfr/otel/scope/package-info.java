// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** External correlation ids from OpenTelemetry scopes. */
package io.rocjfr.otel.scope;
