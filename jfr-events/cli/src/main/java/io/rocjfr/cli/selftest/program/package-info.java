// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The known work of {@code rocjfr selftest}: a program that uses the GPU as users' programs do, in
 * a JVM of its own, and writes down what it has done.
 */
package io.rocjfr.cli.selftest.program;
