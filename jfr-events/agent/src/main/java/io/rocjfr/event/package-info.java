// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The events that rocjfr publishes, in category GPU/ROCm. Instances are mutable and reused: the
 * drain fills one instance per type, sets its times and commits it, so that no event is allocated.
 */
package io.rocjfr.event;
