// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The way from native memory to consumers: the only package that knows the tracer's C ABI.
 *
 * <pre>
 *   Tracer (C ABI) -- rings --> Drain -- DecodedActivity --> JfrSink       --> JFR
 *                                                        --> ListenerSink  --> listeners, on the drain thread
 * </pre>
 */
package io.rocjfr.bridge;
