// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/**
 * The HIP runtime that a tracer was on, as it said in the recording. What it did not say is "".
 *
 * @param path of the library
 * @param version of HIP
 * @param hook which generation of the runtime's hook
 * @param devices how many HIP devices, -1 if unknown
 * @param state of the tracer
 * @param otherTools other tools on the same hook
 */
record TracedRuntime(
    String path, String version, String hook, int devices, String state, String otherTools) {}
