// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** What a program or a thread did with a part of the recorded time. */
public enum HostPart {
  WAITING_WORKING("Waiting, working", "waiting for the GPU while it worked", "waitingWhileWorking"),
  WAITING_IDLE("Waiting, idle", "waiting for the GPU while it was idle", "waitingWhileIdle"),
  /** Where it is not known when the GPU worked. */
  WAITING("Waiting", "waiting for a GPU whose times are unknown", "waiting"),
  LAUNCHING("Launching", "launching", "launching"),
  LOADING("Loading", "loading code", "loading"),
  ALLOCATING("Allocating", "allocating and freeing", "allocating"),
  COPYING("Copying", "copying", "copying"),
  OTHER("Other calls", "in other calls", "otherCalls"),
  OUTSIDE("Outside", "outside HIP and OpenCL", "outside"),
  /** Where the settings leave calls out. */
  UNKNOWN("Unknown", "outside recorded calls", "unknown");

  private final String title;
  private final String label;
  private final String id;

  HostPart(String title, String label, String id) {
    this.title = title;
    this.label = label;
    this.id = id;
  }

  /** Of a column. */
  public String title() {
    return title;
  }

  /** In words. */
  public String label() {
    return label;
  }

  /** For programs. */
  public String id() {
    return id;
  }
}
