// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/**
 * An external correlation id that is on the calling thread's stack until it is closed. Use it with
 * try-with-resources. Made by {@link Roctracer#externalId}.
 */
public final class ExternalId implements AutoCloseable {
  private final Thread owner = Thread.currentThread();
  private final long id;
  private boolean closed;

  ExternalId(long id) {
    this.id = id;
  }

  /** The id as it was pushed. */
  public long id() {
    return id;
  }

  /**
   * Pops the id. A second call does nothing.
   *
   * @throws IllegalStateException on another thread than the one that pushed it
   * @throws RoctracerException {@link Status#ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID} if the stack
   *     is empty, because others have popped too often
   */
  @Override
  public void close() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "external id "
              + id
              + " was pushed by thread "
              + owner.getName()
              + ", so that thread"
              + " must pop it");
    }
    if (!closed) {
      closed = true;
      Roctracer.popExternalId();
    }
  }
}
