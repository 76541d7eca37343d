// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Native memory that is used again and again. A direct buffer of its own for each use would keep
 * its memory until the collector finds it, which may take hours. For several threads: who finds it
 * in use gets memory for once.
 */
final class KeptBuffer {
  private final AtomicReference<ByteBuffer> free = new AtomicReference<>();

  /** Lends a buffer of exactly this capacity, with any content. */
  <R> R with(int bytes, Function<ByteBuffer, R> use) {
    ByteBuffer taken = free.getAndSet(null);
    ByteBuffer memory =
        taken != null && taken.capacity() >= bytes ? taken : NativeTracer.buffer(bytes);
    try {
      return use.apply(memory.slice(0, bytes).order(ByteOrder.nativeOrder()));
    } finally {
      free.set(memory);
    }
  }
}
