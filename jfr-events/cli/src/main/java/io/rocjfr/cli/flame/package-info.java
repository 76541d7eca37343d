// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Where in Java the GPU's time and memory go: stacks, and the forms in which they are written. */
package io.rocjfr.cli.flame;
