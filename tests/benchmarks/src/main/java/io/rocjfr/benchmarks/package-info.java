// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * JMH benchmarks of the Java side. All of them, with bytes allocated per operation:
 *
 * <pre>{@code
 * java -javaagent:dist/rocjfr.jar -jar tests/benchmarks/target/benchmarks.jar -prof gc
 * }</pre>
 */
package io.rocjfr.benchmarks;
