// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.Set;
import jdk.jfr.SettingControl;

/**
 * A setting that is the number of events a second that are wanted in the whole process; 0 is all.
 * Of several recordings the one that wants most decides.
 *
 * <p>JFR calls it while it holds locks of its own: it may only store what it is told.
 */
public abstract class RateSetting extends SettingControl {
  /** Every call. */
  static final int ALL = 0;

  /** What an event gets without a word. */
  static final int DEFAULT = 1000;

  private String combined = Integer.toString(DEFAULT);
  private String value = combined;

  /** Is told the rate that is in force now. */
  abstract void set(int rate);

  @Override
  public String combine(Set<String> settings) {
    int most = -1;
    for (String setting : settings) {
      int rate = parse(setting);
      if (rate == ALL) {
        most = ALL;
        break;
      }
      most = Math.max(most, rate);
    }
    combined = Integer.toString(most < 0 ? DEFAULT : most);
    return combined;
  }

  @Override
  public void setValue(String newValue) {
    // JDK 17 passes null where two recordings differ, and loses what combine returned.
    value = newValue == null ? combined : newValue;
    set(parse(value));
  }

  @Override
  public String getValue() {
    return value;
  }

  /** What is no number of that kind counts as the default: JFR has no way to refuse a setting. */
  private static int parse(String setting) {
    try {
      int rate = Integer.parseInt(setting.trim());
      return rate < 0 ? DEFAULT : rate;
    } catch (NumberFormatException e) {
      return DEFAULT;
    }
  }
}
