// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** Why a call failed, as roctracer_status_t has it. */
public enum Status {
  /** Anything else, e.g. no agent; the message tells. */
  ERROR(-1),
  /** The domain does not exist, or not for this call. */
  ERROR_INVALID_DOMAIN_ID(-2),
  /** There is no such operation, or the pool is closed. */
  ERROR_INVALID_ARGUMENT(-3),
  /** There is no default pool. */
  ERROR_DEFAULT_POOL_UNDEFINED(-4),
  /** There is a default pool already. */
  ERROR_DEFAULT_POOL_ALREADY_DEFINED(-5),
  /** Memory or threads are short. */
  ERROR_MEMORY_ALLOCATION(-6),
  /** There is no external correlation id to pop. */
  ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID(-7),
  /** The domain cannot be traced. */
  ERROR_NOT_IMPLEMENTED(-8);

  private final int code;

  Status(int code) {
    this.code = code;
  }

  /** The number that AMD's header gives it: negative. */
  public int code() {
    return code;
  }

  static Status of(int code) {
    for (Status status : values()) {
      if (status.code == code) {
        return status;
      }
    }
    return ERROR;
  }
}
