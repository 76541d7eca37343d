// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * Buffered activity records, as AMD's rocprofiler-SDK has them, for Java programs: contexts that
 * are started and stopped, and buffers whose consumers get batches of records.
 *
 * <pre>{@code
 * try (TracingContext context = TracingContext.create();
 *     ActivityBuffer buffer =
 *         ActivityBuffer.create(
 *             context, 1 << 16, 1 << 15, Policy.DISCARD, (records, dropped) -> {
 *               while (records.next()) {
 *                 count(records.kernel(), records.endNanos() - records.startNanos());
 *               }
 *             })) {
 *   buffer.trace(Kind.KERNEL_DISPATCH);
 *   context.start();
 *   ...
 *   context.stop();
 *   buffer.flush();
 * }
 * }</pre>
 *
 * <p>The rocjfr agent has to run in the JVM. Unless said otherwise, methods may be called by any
 * thread, also within a consumer, and throw {@link BufferedException}.
 */
package io.rocjfr.buffered;
