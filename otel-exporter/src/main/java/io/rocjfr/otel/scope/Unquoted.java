// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

/**
 * What others threw, for the log: its class and its frames, without its message. Messages of an
 * exporter or of a configuration may quote headers and URLs, with tokens and passwords in them.
 */
public final class Unquoted extends Exception {
  private static final long serialVersionUID = 1L;

  /** More causes say nothing more, and may be a circle. */
  private static final int MOST_CAUSES = 8;

  private Unquoted(Throwable of, int causes) {
    super(
        of.getClass().getName() + " (its message is not shown, because it may contain a secret)",
        null,
        false,
        true);
    setStackTrace(of.getStackTrace());
    if (of.getCause() != null && causes > 0) {
      initCause(new Unquoted(of.getCause(), causes - 1));
    }
  }

  /** What can be logged of a failure; null of none. */
  public static Throwable of(Throwable failure) {
    return failure == null ? null : new Unquoted(failure, MOST_CAUSES);
  }

  /** It has what it shows. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
