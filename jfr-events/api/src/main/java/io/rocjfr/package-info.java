// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The public API of rocjfr: one instance per JVM, visible to every class loader. It has no
 * dependencies, and without the agent every call is a harmless no-op; an agent that is attached
 * later makes the same calls work from then on.
 */
package io.rocjfr;
