// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What the events of rocjfr say, as rules and pages need it. Knows the events by their names only:
 * it reads recordings of other versions, and the JVM that reads them has no classes of the agent.
 */
package io.rocjfr.jmc.model;
