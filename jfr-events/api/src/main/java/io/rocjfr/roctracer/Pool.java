// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;

/**
 * A pool of activity records has two buffers, a thread, and a consumer. An operation that is
 * enabled for a pool is recorded in it until somebody disables it or enables it for another pool.
 * Several pools may be open at once.
 *
 * <p>When the JVM shuts down, the remaining records are delivered within 2 seconds. {@link
 * Runtime#halt} delivers nothing.
 */
public final class Pool implements AutoCloseable {
  /** Two buffers must fit into one ByteBuffer. */
  private static final int MOST_BYTES = 1 << 29;

  private final PoolConsumer consumer;

  /** Of kernels and operations; the agent fills it in before the first delivery. */
  private final Object[] names = new Object[2];

  /** Used by the pool's thread only. */
  private ActivityRecords records;

  /** The pool's thread while the consumer runs; nobody else finds itself here. */
  private volatile Thread consuming;

  private long handle;
  private boolean closed;

  private Pool(PoolConsumer consumer) {
    this.consumer = consumer;
  }

  /**
   * Opens a pool. If it is full, threads {@linkplain Overflow#WAIT_BRIEFLY wait briefly}.
   *
   * @see #open(int, Overflow, RecordConsumer)
   */
  public static Pool open(int bufferBytes, PoolConsumer consumer) {
    return open(bufferBytes, Overflow.WAIT_BRIEFLY, consumer);
  }

  /**
   * Opens a pool.
   *
   * @param bufferBytes size of each of its two buffers, up to 512 MiB. A record takes 64 bytes, and
   *     the name of a kernel takes more. At least 128 bytes are used, and multiples of 8
   * @param consumer gets the records
   * @throws RoctracerException {@link Status#ERROR_MEMORY_ALLOCATION}: memory (which the JVM's
   *     MaxDirectMemorySize bounds) or threads are short; ERROR: there is no agent, or the JVM
   *     exits
   * @throws IllegalArgumentException if {@code bufferBytes} is negative or too large
   */
  public static Pool open(int bufferBytes, Overflow overflow, PoolConsumer consumer) {
    return open(bufferBytes, overflow, consumer, false);
  }

  /**
   * Opens a pool and makes it the process's default one.
   *
   * @see #open(int, Overflow, RecordConsumer)
   * @throws RoctracerException {@link Status#ERROR_DEFAULT_POOL_ALREADY_DEFINED}, and as {@code
   *     open}
   */
  public static Pool openDefault(int bufferBytes, Overflow overflow, PoolConsumer consumer) {
    return open(bufferBytes, overflow, consumer, true);
  }

  private static Pool open(
      int bufferBytes, Overflow overflow, PoolConsumer consumer, boolean asDefault) {
    Objects.requireNonNull(consumer, "consumer");
    Objects.requireNonNull(overflow, "overflow");
    if (bufferBytes < 0 || bufferBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a buffer of " + bufferBytes + " bytes. The size must be 0 to " + MOST_BYTES);
    }
    int bytes = Math.max(128, (bufferBytes + 7) & ~7);
    Pool pool = new Pool(consumer);
    BiConsumer<ByteBuffer, int[]> deliver = pool::deliver;
    boolean drop = overflow == Overflow.DROP;
    pool.handle =
        (Long) RoctracerLink.call("openPool", bytes, drop, asDefault, deliver, pool.names);
    return pool;
  }

  /** Takes the pool's memory and {begin, end} of the records in it. */
  @SuppressWarnings("unchecked") // the protocol says what the names are
  private void deliver(ByteBuffer memory, int[] range) {
    if (records == null) {
      records =
          new ActivityRecords((LongFunction<String>) names[0], (LongFunction<String>) names[1]);
    }
    records.begin(memory, range[0], range[1]);
    consuming = Thread.currentThread();
    try {
      consumer.onRecords(records);
    } finally {
      consuming = null;
      records.end();
    }
  }

  /**
   * Records an operation in this pool.
   *
   * @param domain HIP_API or HIP_OPS
   * @param operation e.g. hipMemcpy; DISPATCH, COPY, BARRIER
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: there is no such operation,
   *     or the pool is closed; other statuses as {@link #enable(Domain)}
   */
  public void enable(Domain domain, String operation) {
    Roctracer.enableActivity(domain, Roctracer.operationCode(domain, operation), handle());
  }

  /**
   * Records all operations of a domain in this pool. Nothing happens for ROCTX and EXT_API, which
   * have no records of their own.
   *
   * @throws RoctracerException {@link Status#ERROR_NOT_IMPLEMENTED}: one of HSA's; {@link
   *     Status#ERROR_INVALID_DOMAIN_ID}: KFD_API; {@link Status#ERROR_INVALID_ARGUMENT}: the pool
   *     is closed
   */
  public void enable(Domain domain) {
    Roctracer.enableActivity(domain, Roctracer.ALL, handle());
  }

  /**
   * Returns when the consumer has taken every record that was made before the call. It waits
   * briefly for work that has ended and is still being reported. In the pool's own consumer it
   * returns at once.
   *
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: the pool is closed
   */
  public void flush() {
    if (consuming == Thread.currentThread()) {
      return; // also while another thread closes the pool
    }
    RoctracerLink.call("flushPool", handle());
  }

  /**
   * How many records were lost since the pool was opened. Either they were dropped, or their work
   * still ran when the pool was closed or 60 seconds after their operation was disabled. May be
   * called after the close, too.
   */
  public long lost() {
    return (Long) RoctracerLink.call("lostRecords", handle);
  }

  /**
   * Disables everything that uses the pool, waits for the records of finished work, delivers all
   * records, and ends the pool. Records of work that still runs are lost. In the pool's own
   * consumer it returns before that. A second close does nothing.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    RoctracerLink.call("closePool", handle);
  }

  private synchronized long handle() {
    if (closed) {
      throw new RoctracerException(Status.ERROR_INVALID_ARGUMENT, "the pool is closed");
    }
    return handle;
  }
}
