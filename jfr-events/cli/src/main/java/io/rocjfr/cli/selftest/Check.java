// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One comparison: how much was compared, what was found, and figures. */
public final class Check {
  /** How it ended. */
  public enum State {
    /** All that was compared is as it should be. */
    PASSED,
    /** Something is not. */
    FAILED,
    /** There was nothing to compare. */
    NOT_TRIED
  }

  private final String id;
  private final String title;
  private final List<String> findings = new ArrayList<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();
  private String text = "";
  private String reason = "";
  private long compared;

  Check(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Its name in JSON. */
  public String id() {
    return id;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  public State state() {
    if (!findings.isEmpty()) {
      return State.FAILED;
    }
    return compared == 0 ? State.NOT_TRIED : State.PASSED;
  }

  /** What is not as it should be. */
  public List<String> findings() {
    return List.copyOf(findings);
  }

  /** Numbers by name, for JSON. */
  public Map<String, Long> figures() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("compared", compared);
    all.putAll(figures);
    return all;
  }

  /** The figures for people; of what was not tried, the reason. */
  public String text() {
    return state() == State.NOT_TRIED ? reason : text;
  }

  /** So much more was compared. */
  void compared(long count) {
    compared += count;
  }

  void finding(String what) {
    findings.add(what);
  }

  void figure(String name, long number) {
    figures.put(name, number);
  }

  void text(String figuresForPeople) {
    text = figuresForPeople;
  }

  /** What is said where nothing is compared. */
  void reason(String why) {
    if (reason.isEmpty()) {
      reason = why;
    }
  }
}
