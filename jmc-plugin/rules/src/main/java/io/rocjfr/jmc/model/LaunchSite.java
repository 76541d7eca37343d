// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.List;

/**
 * A sampled call.
 *
 * @param frames those of the application, the innermost first: {@code package.Class.method:line}
 */
public record LaunchSite(long correlationId, List<String> frames, double weight) {}
