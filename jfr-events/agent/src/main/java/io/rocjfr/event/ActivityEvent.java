// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Description;
import jdk.jfr.Label;

/** What all events have in common that show an activity: who did it, and what it belongs to. */
public abstract class ActivityEvent extends TimedEvent {
  @CorrelationId
  @Label("Correlation Id")
  @Description(
      "Joins an API call with the work that it submitted. 0 if there is none. roctx events have"
          + " separate negative numbers")
  public long correlationId;

  @ExternalCorrelationId
  @Label("External Id")
  @Description(
      "The innermost external correlation id of the calling thread, for example a span id. 0 if"
          + " there is none")
  public long externalId;

  @Label("Thread")
  @Description(
      "The Java thread that made the call or submitted the work. null if it has ended or was"
          + " not a Java thread")
  public Thread thread;

  @Label("Thread Name")
  @Description("The name of the calling thread at its first call")
  public String threadName;

  @Label("Java Thread Id")
  @Description("The Java thread id of the calling thread, -1 if it was not a Java thread")
  public long javaThreadId;

  @Label("OS Thread Id")
  @Description("The operating system's id of the calling thread")
  public long osThreadId;
}
