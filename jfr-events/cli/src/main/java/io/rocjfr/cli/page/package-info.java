// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** The page that {@code rocjfr page} makes: its events as columns, and what shows them. */
package io.rocjfr.cli.page;
