// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** A native buffer's memory as Java sees it, and its consumer. */
final class BufferedBuffer {
  /** The largest record. */
  private static final int RECORD_BYTES = 184;

  private final Consumer<Object[]> consumer;
  private final long[] numbers = new long[3];
  private Object[] batch;
  private volatile long handle;

  BufferedBuffer(Consumer<Object[]> consumer) {
    this.consumer = consumer;
  }

  /** Before its context is started. */
  void created(long nativeHandle) throws BufferedFailure {
    long[] address = {0};
    long[] bytes = {0};
    BufferedFailure.check(BufferedFunctions.rocjfrBufferMemory(nativeHandle, address, bytes));
    ByteBuffer memory = new Pointer(address[0]).getByteBuffer(0, bytes[0]);
    LongFunction<ByteBuffer> elsewhere = at -> new Pointer(at).getByteBuffer(0, RECORD_BYTES);
    batch = new Object[] {memory, address[0], elsewhere, numbers};
    handle = nativeHandle;
  }

  long handle() {
    return handle;
  }

  /** On the background thread. */
  void deliver(long headers, long count, long dropped) {
    numbers[0] = headers;
    numbers[1] = count;
    numbers[2] = dropped;
    consumer.accept(batch);
  }
}
