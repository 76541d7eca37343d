// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * Recordings as Parquet: a folder of tables, one for each event, partitioned by day and process. By
 * parquet-java, which stays in a jar of its own beside rocjfr.jar.
 */
package io.rocjfr.cli.parquet;
