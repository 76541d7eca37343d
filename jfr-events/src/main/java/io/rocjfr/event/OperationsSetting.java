// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.SettingControl;

/**
 * The setting {@code rocjfr.HipApi#operations}: a comma-separated list of globs. JFR makes one
 * instance for the event type and gives it the union of what the running recordings ask for.
 *
 * <p>JFR calls it while it holds locks of its own: it may only store what it is told. The drain
 * looks at {@link #current()}.
 */
public final class OperationsSetting extends SettingControl {
  /** What is recorded where no recording says anything. */
  public static final String ALL = "*";

  private static volatile String current = ALL;

  private String combined = ALL;
  private String value = ALL;

  /** The globs in force, comma-separated. A new string object after each change. */
  public static String current() {
    return current;
  }

  @Override
  public String combine(Set<String> settings) {
    Set<String> globs = new TreeSet<>();
    for (String setting : settings) {
      globs.addAll(OperationGlobs.split(setting));
    }
    combined = globs.contains(ALL) ? ALL : String.join(",", globs);
    return combined;
  }

  @Override
  public void setValue(String newValue) {
    // JDK 17 passes null where two recordings differ, and loses what combine returned.
    value = newValue == null ? combined : newValue;
    current = value;
  }

  @Override
  public String getValue() {
    return value;
  }
}
