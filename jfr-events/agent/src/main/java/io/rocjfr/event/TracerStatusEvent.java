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
import jdk.jfr.Timestamp;

/** What the tracer sees of the HIP runtime; once in every chunk, and when it changed. */
@Name("rocjfr.TracerStatus")
@Label("Tracer Status")
@Description(
    "The HIP runtime and the state of the tracer. Once in each chunk, and after each" + " change")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("everyChunk")
public final class TracerStatusEvent extends Event {
  @Label("Runtime")
  @Description("The path of the HIP runtime. Empty while none is loaded")
  public String runtime;

  @Label("Version")
  @Description("The version of the HIP runtime")
  public String version;

  @Label("Hook")
  @Description("The hook through which the runtime reports its activity to the tracer")
  public String hook;

  @Label("Devices")
  @Description("The number of HIP devices, -1 while the program has not initialised the runtime")
  public int devices;

  @Label("State")
  @Description("One word: noRuntime, off, on, opsOnly, taken or unsupported")
  public String state;

  @Label("Message")
  @Description("Degraded functions and the reasons. Empty if there are none")
  public String message;

  @Label("Other Tools")
  @Description("Other profiling tools in this process, comma-separated")
  public String otherTools;

  @Label("OpenCL")
  @Description(
      "The way in which OpenCL is traced: tables patched, layer, none, or off while no"
          + " recording wants it. Also the platforms and problems. Empty if OpenCL was not"
          + " found or not searched")
  public String openCl;

  @Label("Not Seen")
  @Description(
      "Parts of the program that the tracer cannot see on this JVM, and why. Empty if it sees"
          + " all")
  public String notSeen;

  @Label("Look")
  @Description("The number of this status. Pending Call refers to it")
  public long look;

  @Label("At the End of a Chunk")
  @Description(
      "Whether this status is of the end of a chunk. Without such a status the end is unknown")
  public boolean chunkEnd;

  @Label("Work In Flight")
  @Description(
      "Pieces of work that were submitted and not reported at this moment, also of OpenCL. At"
          + " the end of a chunk they are missing from it")
  public long inFlight;

  @Label("Pending, Stream Busy")
  @Description("Pieces of HIP's work in flight on streams that still had work")
  public long pendingBusy;

  @Label("Pending, Finished")
  @Description("Pieces of HIP's work in flight that had finished, but were not reported by HIP")
  public long pendingFinished;

  @Label("Pending, Not Asked")
  @Description(
      "Pieces of HIP's work in flight on streams that the tracer cannot ask (per-thread default"
          + " streams, captures), or has not asked yet")
  public long pendingUnasked;

  @Label("Pending by Device")
  @Description("Pieces of HIP's work in flight by device, such as GPU 0: 3 busy, 1 finished")
  public String pendingByDevice;

  @Label("Work Submitted")
  @Description("Pieces of HIP's work that were submitted since the tracer's start")
  public long submitted;

  @Label("Work Reported")
  @Description("Pieces of HIP's work that were reported since the tracer's start")
  public long reported;

  @Label("Work Given Up")
  @Description(
      "Pieces of HIP's work since the tracer's start for which the tracer no longer waits. No"
          + " recording wanted them any more, or newer calls took their place. Submitted work"
          + " is reported, pending or given up")
  public long givenUp;

  @Label("Process Key")
  @Description("A random number that tells this process's correlation ids from those of others")
  public long processKey;

  @Label("Host")
  @Description("The name of the machine or container of the process")
  public String host;

  @Label("Process Id")
  @Description("The operating system's id of the process, as the process sees it")
  public long pid;

  @Label("Process Start")
  @Description("When the process was started")
  @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
  public long processStart;
}
