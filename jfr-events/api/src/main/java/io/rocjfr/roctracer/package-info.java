// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * AMD's roctracer for Java programs, without JFR: callbacks around HIP and roctx calls, pools of
 * activity records, external correlation ids, start and stop.
 *
 * <p>The model, the names and the statuses are those of the C API (roctracer 4.1). The
 * implementation is the same, too: {@code libroctracer64.so.4}. The agent loads it at the first use
 * of this package. Native code in the same process that uses the C API shares it. Operations, the
 * default pool, and stop and start belong to the process.
 *
 * <p>Unlike {@code io.rocjfr}, this package does not work silently without the agent: each call
 * that needs it throws a {@link io.rocjfr.roctracer.RoctracerException} then. {@link
 * io.rocjfr.roctracer.Roctracer#isAvailable()} asks.
 *
 * <p>All methods may be called by any thread, and inside callbacks and record consumers, unless
 * they say otherwise. Times are nanoseconds on the clock of {@link
 * io.rocjfr.roctracer.Roctracer#timestamp()}.
 */
package io.rocjfr.roctracer;
