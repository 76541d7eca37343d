// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Memory for records, in two halves: one is filled while the consumer has the other one. Records
 * are read where they lie, without allocation.
 */
public final class ActivityBuffer implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 27;

  private final TracingContext context;
  private final BufferConsumer consumer;
  private final AtomicLong dropped = new AtomicLong();

  /** Of operations and kernels; the agent fills it in before the first delivery. */
  private final Object[] names = new Object[2];

  /** Used by the buffer's thread only. */
  private BufferedRecords records;

  private long handle;
  private boolean closing;
  private boolean closed;

  private ActivityBuffer(TracingContext context, BufferConsumer consumer) {
    this.context = context;
    this.consumer = consumer;
  }

  /**
   * Creates a buffer.
   *
   * @param sizeBytes of each half, rounded up to pages, at least one; up to 128 MiB. A record takes
   *     32 to 184 bytes.
   * @param watermarkBytes from 0 to the rounded size. A half with this many bytes is handed over. 0
   *     hands it over after every record
   * @throws BufferedException ERROR_OUT_OF_RESOURCES: memory or threads are short;
   *     ERROR_INVALID_ARGUMENT: the watermark is too large; ERROR: there is no agent, or the JVM
   *     exits
   * @throws IllegalArgumentException a size is negative or too large
   */
  public static ActivityBuffer create(
      TracingContext context,
      int sizeBytes,
      int watermarkBytes,
      Policy policy,
      BufferConsumer consumer) {
    Objects.requireNonNull(policy, "policy");
    ActivityBuffer buffer =
        new ActivityBuffer(
            Objects.requireNonNull(context, "context"),
            Objects.requireNonNull(consumer, "consumer"));
    if (sizeBytes < 0 || sizeBytes > MOST_BYTES || watermarkBytes < 0) {
      throw new IllegalArgumentException(
          "size "
              + sizeBytes
              + ", watermark "
              + watermarkBytes
              + ". Both must be 0 to "
              + MOST_BYTES);
    }
    Consumer<Object[]> deliver = buffer::deliver;
    buffer.handle =
        (Long)
            BufferedLink.call(
                "createBuffer",
                context.handle(),
                sizeBytes,
                watermarkBytes,
                policy.code(),
                deliver,
                buffer.names);
    return buffer;
  }

  /** Takes {memory, its address, {address of the array of headers, how many, dropped}}. */
  @SuppressWarnings("unchecked") // the protocol says what the names are
  private void deliver(Object[] batch) {
    if (records == null) {
      records =
          new BufferedRecords(
              (ByteBuffer) batch[0],
              (Long) batch[1],
              (LongFunction<ByteBuffer>) batch[2],
              (LongFunction<String>) names[0],
              (LongFunction<String>) names[1]);
    }
    long[] numbers = (long[]) batch[3];
    dropped.addAndGet(numbers[2]);
    records.begin(numbers[0], (int) numbers[1]);
    try {
      consumer.onRecords(records, numbers[2]);
    } finally {
      records.end();
    }
  }

  /**
   * Puts records of a kind into this buffer while its context is active.
   *
   * @param operations by name, e.g. hipMemcpy or MEMORY_COPY_HOST_TO_DEVICE; none means all
   * @throws BufferedException ERROR_SERVICE_ALREADY_CONFIGURED: the context has the kind already;
   *     ERROR_OPERATION_NOT_FOUND
   */
  public void trace(Kind kind, String... operations) {
    BufferedLink.call("trace", context.handle(), kind.code(), operations.clone(), handle());
  }

  /**
   * Returns when the consumer has taken every record that was made before the call. It waits
   * briefly for work in flight. In a consumer it returns at once.
   *
   * @throws BufferedException ERROR_BUFFER_NOT_FOUND: it is closed
   */
  public void flush() {
    BufferedLink.call("flush", handle());
  }

  /** How many records were dropped so far, as far as the consumer was told. */
  public long dropped() {
    return dropped.get();
  }

  /**
   * Hands over the remaining records and frees the memory. Later records are dropped. A second
   * close, also by another thread at the same time, does nothing.
   *
   * @throws BufferedException ERROR_BUFFER_BUSY: called in the buffer's own consumer, or the
   *     consumer does not return within 5 seconds
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed || closing) { // the handle may be another buffer's as soon as it is given back
        return;
      }
      closing = true;
    }
    boolean destroyed = false;
    try {
      BufferedLink.call("destroy", handle);
      destroyed = true;
    } finally {
      synchronized (this) {
        closed = destroyed;
        closing = false;
      }
    }
  }

  private synchronized long handle() {
    if (closed) {
      throw new BufferedException("ERROR_BUFFER_NOT_FOUND", "the buffer is closed");
    }
    return handle;
  }
}
