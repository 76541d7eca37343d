// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import io.rocjfr.AgentFunctions;
import java.util.concurrent.atomic.AtomicBoolean;

/** Services that are started and stopped together; {@link ActivityBuffer#trace} adds them. */
public final class TracingContext implements AutoCloseable {
  private final long handle;
  private final AtomicBoolean closed = new AtomicBoolean();

  private TracingContext(long handle) {
    this.handle = handle;
  }

  /** Creates a context without services. It keeps native memory until it is closed. */
  public static TracingContext create() {
    return new TracingContext((Long) BufferedLink.call("createContext"));
  }

  long handle() {
    return handle;
  }

  /** Records from now on; nothing happens if it is active. HIP may be loaded later. */
  public void start() {
    BufferedLink.call("startContext", handle);
  }

  /**
   * Records no more. Waits for work that was submitted before: 200 ms at most, 20 ms without
   * progress, and within a consumer not at all.
   *
   * @throws BufferedException ERROR_CONTEXT_NOT_FOUND: it is not active
   */
  public void stop() {
    BufferedLink.call("stopContext", handle);
  }

  /** Whether it was started and not stopped. */
  public boolean isActive() {
    return !closed.get() && (Boolean) BufferedLink.call("contextIsActive", handle);
  }

  /**
   * Makes an id the innermost external correlation id of the calling thread, for this context. A
   * thread without one has the main thread's. Virtual threads have stacks of their own.
   *
   * @throws IllegalStateException on a virtual thread of a JVM that does not tell where it runs
   *     (other than HotSpot)
   */
  public void pushExternalId(long id) {
    checkThread();
    BufferedLink.call("pushExternalId", handle, id);
  }

  /**
   * Removes the innermost id of the calling thread.
   *
   * @return 0 where there was none
   * @throws IllegalStateException as {@link #pushExternalId}
   */
  public long popExternalId() {
    checkThread();
    return (Long) BufferedLink.call("popExternalId", handle);
  }

  private static void checkThread() {
    if (AgentFunctions.onUnknownVirtualThread()) {
      throw new IllegalStateException("the virtual threads of this JVM are unknown");
    }
  }

  /**
   * Stops the context if it is active, and frees it. All later calls fail with
   * ERROR_CONTEXT_NOT_FOUND. Its buffers must be closed separately, before or after it. A second
   * close does nothing.
   */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      BufferedLink.call("closeContext", handle);
    }
  }
}
