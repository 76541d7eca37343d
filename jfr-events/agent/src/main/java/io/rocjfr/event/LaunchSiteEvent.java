// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;

/**
 * Where in Java a call of HIP or OpenCL is made. Committed when the call begins. See {@link
 * SampledEvent} for how to scale.
 */
@Name("rocjfr.LaunchSite")
@Label("Launch Site")
@Description("The Java code that calls HIP or OpenCL. Calls are picked at random")
@Category({"GPU", "ROCm"})
@Enabled(false)
@StackTrace(true)
public final class LaunchSiteEvent extends RatedLaunchSiteEvent {
  @Label("Kernel")
  @Description("The demangled name of the kernel that the call launches; null for other calls")
  public String kernel;

  /** The functions whose calls are picked from: a comma-separated list of globs. */
  @SettingDefinition
  @Name("operations")
  @Label("Operations")
  @Description(
      "Comma-separated globs of the functions whose callers are recorded, e.g. hip*Launch*")
  boolean operations(LaunchSiteOperationsSetting setting) {
    return true; // the tracer looks at it before a call is picked
  }
}
