// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * What became of the calls whose callers were wanted, since the last event for {@link #event}:
 * {@code calls = sites + notSampled + noJavaThread + ... + unknownJvm}. At the end of each chunk
 * where there were any.
 */
@Name("rocjfr.LaunchSiteCounts")
@Label("Launch Site Counts")
@Description("Numbers of calls whose callers should be recorded, since the last such event")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("endChunk")
public final class LaunchSiteCountsEvent extends Event {
  @Label("Event")
  @Description("The event that records the callers: rocjfr.LaunchSite or rocjfr.GpuAllocation")
  public String event;

  @Label("Calls")
  @Description("Calls of the functions that the event's settings name")
  public long calls;

  @Label("Sites")
  @Description("Events that were committed")
  public long sites;

  @Label("Not Sampled")
  @Description("Calls that were not picked")
  public long notSampled;

  @Label("Refused Weight")
  @Description("Picked calls that were refused for one of the following causes, weighted")
  public double refusedWeight;

  @Label("No Java Thread")
  @Description("Refused: the calling thread is not attached to the JVM")
  public long noJavaThread;

  @Label("Critical Foreign Call")
  @Description("Refused: the thread is in a critical call of the foreign-function API")
  public long criticalForeignCall;

  @Label("JNI Critical Region")
  @Description("Refused: the thread is in a critical region of JNI")
  public long jniCriticalRegion;

  @Label("Excluded Thread")
  @Description("Refused: JFR does not record the thread, or it is a thread of rocjfr")
  public long excludedThread;

  @Label("End Of Stack")
  @Description("Refused: the thread's stack has too little space left")
  public long endOfStack;

  @Label("Exit")
  @Description("Refused: the JVM is exiting")
  public long exit;

  @Label("Nested")
  @Description("Refused: the call comes from the recording of another call's caller")
  public long nested;

  @Label("Failed")
  @Description("Refused: JFR rejected the event, or its commit failed")
  public long failed;

  @Label("Unknown JVM")
  @Description(
      "Refused: rocjfr cannot read this JVM. The field notSeen of rocjfr.TracerStatus"
          + " has the reason")
  public long unknownJvm;
}
