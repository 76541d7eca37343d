// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.SettingControl;

/**
 * A setting that is a comma-separated list of globs. JFR makes one instance for the event type and
 * gives it the union of what the running recordings ask for.
 *
 * <p>JFR calls it while it holds locks of its own: it may only store what it is told, and wake whom
 * that concerns.
 */
abstract class GlobsSetting extends SettingControl {
  /** Every function. */
  public static final String ALL = "*";

  private String combined;
  private String value;

  GlobsSetting(String byDefault) {
    combined = byDefault;
    value = byDefault;
  }

  /** Is told the globs that are in force now. */
  abstract void set(String globs);

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
    set(value);
    SettingsWatch.tell();
  }

  @Override
  public String getValue() {
    return value;
  }
}
