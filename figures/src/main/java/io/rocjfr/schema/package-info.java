// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What our events are and what they say: one description, for the agent that writes them and for
 * all who read them. Tests compare the event classes, JMC's attributes and docs/events.md with it.
 */
package io.rocjfr.schema;
