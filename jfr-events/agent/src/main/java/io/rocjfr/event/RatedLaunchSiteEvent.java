// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;

/**
 * The first of the two settings of {@link LaunchSiteEvent}: a class of its own, since JFR of JDK 17
 * takes two settings of one class for each other.
 */
public abstract class RatedLaunchSiteEvent extends SampledEvent {
  /** How many are wanted; the tracer sees to it. */
  @SettingDefinition
  @Name("rate")
  @Label("Rate")
  @Description("Events per second in the whole process, on average. 0 records every call")
  protected boolean rate(LaunchSiteRateSetting setting) {
    return true;
  }
}
