// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;

/** A pool's memory, two buffers, and its consumer. */
final class RoctracerPool {
  private final ByteBuffer memory;
  private final Pointer pointer;
  private final long address;
  private final BiConsumer<ByteBuffer, int[]> consumer;
  private final KernelNameCache names = new KernelNameCache();
  private final int[] range = new int[2];
  private volatile long handle;

  RoctracerPool(int bufferBytes, BiConsumer<ByteBuffer, int[]> consumer) {
    memory = ByteBuffer.allocateDirect(2 * bufferBytes).order(ByteOrder.nativeOrder());
    pointer = Native.getDirectBufferPointer(memory);
    address = Pointer.nativeValue(pointer);
    this.consumer = consumer;
  }

  long bytes() {
    return memory.capacity();
  }

  Pointer pointer() {
    return pointer;
  }

  long handle() {
    return handle;
  }

  void setHandle(long value) {
    handle = value;
  }

  /** On the pool's thread. */
  void deliver(long begin, long end) {
    range[0] = (int) (begin - address);
    range[1] = (int) (end - address);
    consumer.accept(memory, range);
  }

  /** By the address of a name; on the pool's thread. */
  LongFunction<String> kernelNames() {
    return this::kernelName;
  }

  private String kernelName(long name) {
    long offset = name - address;
    // A name that is larger than a buffer stays where the library keeps it.
    return offset >= 0 && offset < memory.capacity()
        ? names.at(memory, (int) offset)
        : new Pointer(name).getString(0, "UTF-8");
  }
}
