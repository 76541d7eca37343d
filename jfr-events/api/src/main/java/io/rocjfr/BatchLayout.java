// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * How a batch lies in two arrays: between the agent and this API, not for applications. Copies of
 * this class in other loaders read the same arrays, so that a change here changes the protocol of
 * {@code Link}.
 */
public final class BatchLayout {
  /** Longs per activity. */
  public static final int WORDS = 24;

  /** Texts per activity. */
  public static final int TEXTS = 7;

  public static final int KIND = 0;
  public static final int BEGIN = 1;
  public static final int DURATION = 2;
  public static final int CORRELATION_ID = 3;
  public static final int EXTERNAL_ID = 4;
  public static final int DEVICE = 5;
  public static final int AGENT_ID = 6;
  public static final int QUEUE = 7;
  public static final int STREAM = 8;
  public static final int BYTES = 9;
  public static final int DIRECTION = 10;
  public static final int SHAPE = 11;
  public static final int GRID = 12;
  public static final int WORKGROUP = 15;
  public static final int LDS_BYTES = 18;
  public static final int DEPTH = 19;
  public static final int RANGE_ID = 20;
  public static final int OS_THREAD_ID = 21;
  public static final int JAVA_THREAD_ID = 22;

  /** 1: OpenCL's; otherwise HIP's. */
  public static final int OPENCL = 23;

  public static final int NAME = 0;
  public static final int KERNEL = 1;
  public static final int SYMBOL = 2;
  public static final int THREAD_NAME = 3;
  public static final int RESULT = 4;

  /** A StackTraceElement. */
  public static final int CALL_SITE = 5;

  public static final int CATEGORY = 6;

  private BatchLayout() {}
}
