// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows in which the tracer says what is allocated; java_methods.cpp asserts their sizes.
 *
 * @param <T> what a row becomes
 */
abstract class MemoryRows<T> {
  /** {@code rocjfr_memory_t}. */
  private static final MemoryRows<Tracer.Memory> TOTALS =
      new MemoryRows<>(64) {
        @Override
        Tracer.Memory read(ByteBuffer rows, int at) {
          return new Tracer.Memory(
              rows.getInt(at),
              rows.getInt(at + 4),
              rows.getLong(at + 8),
              rows.getLong(at + 16),
              rows.getLong(at + 24),
              rows.getLong(at + 32),
              rows.getLong(at + 40),
              rows.getLong(at + 48),
              rows.getLong(at + 56));
        }
      };

  /** {@code rocjfr_allocation_t}. */
  private static final MemoryRows<Tracer.Allocation> LIVE =
      new MemoryRows<>(56) {
        @Override
        Tracer.Allocation read(ByteBuffer rows, int at) {
          return new Tracer.Allocation(
              rows.getLong(at),
              rows.getLong(at + 8),
              rows.getLong(at + 16),
              rows.getLong(at + 24),
              rows.getDouble(at + 32),
              rows.getInt(at + 40),
              rows.getInt(at + 44),
              rows.getInt(at + 48),
              rows.get(at + 52));
        }
      };

  /** All devices and kinds. */
  private static final int MOST_TOTALS = 65 * 7;

  private static final int LIVE_AT_ONCE = 1024;

  private static final KeptBuffer MEMORY = new KeptBuffer();

  private final int bytes;

  private MemoryRows(int bytes) {
    this.bytes = bytes;
  }

  /** What is allocated, by device and kind. */
  static List<Tracer.Memory> totals() {
    return MEMORY.with(
        MOST_TOTALS * TOTALS.bytes,
        rows -> {
          List<Tracer.Memory> totals = new ArrayList<>();
          TOTALS.each(rows, NativeFunctions.memory(rows), totals::add);
          return totals;
        });
  }

  /** Each allocation that is live. */
  static void live(Consumer<Tracer.Allocation> each) {
    MEMORY.with(
        LIVE_AT_ONCE * LIVE.bytes,
        rows -> {
          long[] cursor = {0};
          for (int count = NativeFunctions.liveAllocations(cursor, rows);
              count > 0;
              count = NativeFunctions.liveAllocations(cursor, rows)) {
            LIVE.each(rows, count, each);
          }
          return null;
        });
  }

  abstract T read(ByteBuffer rows, int at);

  private void each(ByteBuffer rows, int count, Consumer<T> taker) {
    for (int at = 0; at < count * bytes; at += bytes) {
      taker.accept(read(rows, at));
    }
  }
}
