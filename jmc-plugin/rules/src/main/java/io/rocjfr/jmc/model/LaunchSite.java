// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

/**
 * A sampled call.
 *
 * @param site the innermost frame of the application: {@code package.Class.method:line}
 */
public record LaunchSite(long correlationId, String site, double weight) {}
