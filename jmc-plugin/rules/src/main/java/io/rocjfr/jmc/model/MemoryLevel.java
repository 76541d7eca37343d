// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

/** What was allocated on a device at one time, of one kind of memory. */
public record MemoryLevel(int device, String kind, long time, long bytes) {}
