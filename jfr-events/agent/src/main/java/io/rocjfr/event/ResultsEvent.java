// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;

/**
 * An event of calls that is asked for what they return. A class of its own, since JFR of JDK 17
 * takes two settings of one class for each other: it numbers them in one order and calls them in
 * another.
 */
public abstract class ResultsEvent extends ActivityEvent {
  /** The functions of which it is asked what their calls return; it suppresses nothing. */
  @SettingDefinition
  @Name("results")
  @Label("Results")
  @Description("Comma-separated globs of the functions whose results are recorded")
  protected boolean results(ResultsSetting setting) {
    return true;
  }
}
