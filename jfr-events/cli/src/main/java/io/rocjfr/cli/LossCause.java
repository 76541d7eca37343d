// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/**
 * Why records were lost.
 *
 * @param domain what they were about
 * @param cause what became of them
 */
record LossCause(String domain, String cause) {}
