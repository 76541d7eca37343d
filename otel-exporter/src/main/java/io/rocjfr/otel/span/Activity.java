// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.Attributes;
import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;

/**
 * One activity, wherever it comes from. Filled again and again by who reads them; {@link #copy} is
 * for who keeps one. The fields mean what {@link ActivityBatch} says.
 */
public final class Activity implements Cloneable {
  public ActivityKind kind;

  /** OpenCL's; otherwise HIP's. */
  public boolean openCl;

  /** The function of a call, the message of a range or mark; otherwise null. */
  public String name;

  /** Of a call: what its function does. */
  public String category;

  /** Of a call: what it returned. */
  public String result;

  /** Of a call: where it was made, if that is known. */
  public StackTraceElement callSite;

  public String kernel;
  public String symbol;
  public String threadName;
  public long begin;
  public long end;
  public long correlationId;
  public long externalId;
  public int device = -1;
  public int agentId = -1;
  public long queue;
  public int stream = -1;
  public long bytes;
  public CopyDirection direction = CopyDirection.UNKNOWN;
  public int copyDimensions;
  public int gridX;
  public int gridY;
  public int gridZ;
  public int workgroupX;
  public int workgroupY;
  public int workgroupZ;
  public long ldsBytes;
  public int depth;
  public long rangeId;

  /** Of a range, written as its span is made: the application's span it is of, 0 for none. */
  long spanId;

  public long osThreadId;
  public long javaThreadId = -1;

  /** Whether this is a call of an API. */
  public boolean isCall() {
    return kind == ActivityKind.HIP_API || kind == ActivityKind.OPENCL_API;
  }

  /** Takes the activity that the cursor is at. */
  public void read(ActivityBatch batch) {
    kind = batch.kind();
    boolean roctx = kind == ActivityKind.ROCTX_RANGE || kind == ActivityKind.ROCTX_MARK;
    name = roctx ? batch.message() : isCall() ? batch.name() : null;
    category = batch.category();
    openCl = batch.isOpenCl();
    result = batch.result();
    callSite = batch.callSite();
    kernel = kind == ActivityKind.KERNEL_DISPATCH ? batch.name() : batch.kernel();
    symbol = batch.symbol();
    threadName = batch.threadName();
    begin = batch.beginEpochNanos();
    end = batch.endEpochNanos();
    correlationId = batch.correlationId();
    externalId = batch.externalId();
    device = batch.device();
    agentId = batch.agentId();
    queue = batch.queue();
    stream = batch.stream();
    bytes = batch.bytes();
    direction = batch.direction();
    copyDimensions = batch.copyDimensions();
    gridX = batch.grid(0);
    gridY = batch.grid(1);
    gridZ = batch.grid(2);
    workgroupX = batch.workgroup(0);
    workgroupY = batch.workgroup(1);
    workgroupZ = batch.workgroup(2);
    ldsBytes = batch.ldsBytes();
    depth = batch.depth();
    rangeId = batch.rangeId();
    osThreadId = batch.osThreadId();
    javaThreadId = batch.javaThreadId();
  }

  /** Whether it was done by the GPU. */
  boolean isWork() {
    return kind == ActivityKind.KERNEL_DISPATCH || kind == ActivityKind.MEM_COPY;
  }

  /** The name of its span. */
  public String spanName() {
    return SpanShapes.name(this);
  }

  /** The attributes of its span. */
  public Attributes spanAttributes() {
    return SpanShapes.attributes(this);
  }

  /**
   * Whether its length is known. Work of OpenCL queues without profiling, and work with impossible
   * times from HIP, has one moment and no length.
   */
  public boolean isTimed() {
    return end > begin;
  }

  long nanos() {
    return end - begin;
  }

  /** Whether it is a call that is known to have failed. */
  boolean failed() {
    return result != null && !result.isEmpty() && !result.equals(ActivityBatch.UNKNOWN_RESULT);
  }

  /** One that stays as it is. */
  public Activity copy() {
    try {
      return (Activity) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // it is Cloneable
    }
  }
}
