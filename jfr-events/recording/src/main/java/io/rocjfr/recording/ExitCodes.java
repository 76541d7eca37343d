// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

/** What the commands end with. The help of every command says the same. */
public final class ExitCodes {
  /** All is well. */
  public static final int OK = 0;

  /**
   * What was asked about is not as it should be: {@code check} found a fault, records were lost.
   */
  public static final int FINDING = 1;

  /** The input or the command line cannot be used, wholly or in part. */
  public static final int BAD_INPUT = 2;

  /** {@code check}: rocjfr works, but there is no GPU that a program could use. */
  public static final int NO_GPU = 3;

  private ExitCodes() {}
}
