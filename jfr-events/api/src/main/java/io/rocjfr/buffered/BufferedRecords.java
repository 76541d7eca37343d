// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongFunction;

/**
 * A cursor over the records of a batch: {@link #next()} moves on, the other methods read the
 * present record where it lies. Nothing is allocated. Not safe for use by another thread, nor after
 * {@link BufferConsumer#onRecords} returned.
 *
 * <p>Times are nanoseconds of CLOCK_BOOTTIME. A method that does not apply to the record's kind
 * returns 0, -1 or null, as it says.
 */
public final class BufferedRecords {
  // rocprofiler_record_header_t
  private static final int HEADER_KIND_SHIFT = 32;
  private static final int HEADER_PAYLOAD = 8;
  // What the records begin with.
  private static final int OPERATION = 12;
  private static final int CORRELATION_ID = 16;
  private static final int EXTERNAL_ID = 24;
  // API calls and markers.
  private static final int ANCESTOR = 32;
  private static final int API_START = 40;
  private static final int API_THREAD = 56;
  // Work on a GPU.
  private static final int WORK_THREAD = 32;
  private static final int WORK_START = 40;
  private static final int COPY_DST_AGENT = 56;
  private static final int COPY_SRC_AGENT = 64;
  private static final int COPY_BYTES = 72;
  private static final int DISPATCH_AGENT = 64;
  private static final int DISPATCH_QUEUE = 72;
  private static final int DISPATCH_KERNEL = 80;
  private static final int DISPATCH_ID = 88;
  private static final int DISPATCH_LDS = 100;
  private static final int DISPATCH_WORKGROUP = 104;
  private static final int DISPATCH_GRID = 116;
  // Retirements.
  private static final int RETIREMENT_TIME = 16;
  private static final int RETIREMENT_ID = 24;

  private final ByteBuffer memory;
  private final long address;
  private final LongFunction<ByteBuffer> elsewhere;
  private final LongFunction<String> operationNames;
  private final LongFunction<String> kernelNames;

  private long headers;
  private int count;
  private int position = -1;

  /** Where the present record lies: usually {@link #memory}. */
  private ByteBuffer record;

  private int at;
  private Kind kind;

  /**
   * A cursor over a buffer's memory.
   *
   * @param elsewhere views of what does not lie there, by address
   * @param operationNames by kind << 32 | operation
   */
  BufferedRecords(
      ByteBuffer memory,
      long address,
      LongFunction<ByteBuffer> elsewhere,
      LongFunction<String> operationNames,
      LongFunction<String> kernelNames) {
    this.memory = memory.order(ByteOrder.nativeOrder());
    this.address = address;
    this.elsewhere = elsewhere;
    this.operationNames = operationNames;
    this.kernelNames = kernelNames;
  }

  void begin(long headersAddress, int headerCount) {
    headers = headersAddress;
    count = headerCount;
    rewind();
  }

  void end() {
    count = 0;
    rewind();
  }

  /** How many records the batch has. */
  public int size() {
    return count;
  }

  /** Back to before the first record. */
  public void rewind() {
    position = -1;
    record = null;
    kind = null;
  }

  /**
   * Moves to the next record.
   *
   * @return false if there is none
   */
  public boolean next() {
    if (position + 1 >= count) {
      return false;
    }
    position++;
    long header = longAt(headers + 8L * position);
    kind = Kind.of((int) (longAt(header) >>> HEADER_KIND_SHIFT));
    long payload = longAt(header + HEADER_PAYLOAD);
    if (lies(payload)) {
      record = memory;
      at = (int) (payload - address);
    } else {
      record = elsewhere.apply(payload);
      at = 0;
    }
    return true;
  }

  private boolean lies(long place) {
    return place >= address && place < address + memory.capacity();
  }

  private long longAt(long place) {
    return lies(place)
        ? memory.getLong((int) (place - address))
        : elsewhere.apply(place).getLong(0);
  }

  private boolean isWork() {
    return kind == Kind.KERNEL_DISPATCH || kind == Kind.MEMORY_COPY;
  }

  private boolean isRetirement() {
    return kind == Kind.CORRELATION_ID_RETIREMENT;
  }

  private long work(Kind of, int offset) {
    return kind == of ? record.getLong(at + offset) : 0;
  }

  /** What the record is about; null before {@link #next()}. */
  public Kind kind() {
    return kind;
  }

  /** The operation's number within the kind; -1 for retirements. */
  public int operationNumber() {
    return isRetirement() ? -1 : record.getInt(at + OPERATION);
  }

  /** The operation's name, always the same object; null for retirements. */
  public String operation() {
    return isRetirement()
        ? null
        : operationNames.apply((long) kind.code() << 32 | operationNumber());
  }

  /** Joins a call and the work that it submitted; of a retirement the id that retires. */
  public long correlationId() {
    return record.getLong(at + (isRetirement() ? RETIREMENT_ID : CORRELATION_ID));
  }

  /** What {@link TracingContext#pushExternalId} said for the calling thread; 0 if nothing. */
  public long externalId() {
    return isRetirement() ? 0 : record.getLong(at + EXTERNAL_ID);
  }

  /** The correlation id of the call that made this call; 0 if none. */
  public long ancestorId() {
    return isWork() || isRetirement() ? 0 : record.getLong(at + ANCESTOR);
  }

  /** The begin; of a retirement its time. */
  public long startNanos() {
    return record.getLong(
        at + (isRetirement() ? RETIREMENT_TIME : isWork() ? WORK_START : API_START));
  }

  /** The end, never before the begin. */
  public long endNanos() {
    return isRetirement()
        ? startNanos()
        : record.getLong(at + (isWork() ? WORK_START : API_START) + 8);
  }

  /** The OS's id of the thread that called or submitted; 0 if unknown. */
  public long osThreadId() {
    return isRetirement() ? 0 : record.getLong(at + (isWork() ? WORK_THREAD : API_THREAD));
  }

  /** The kernel of a dispatch, as the runtime spells it, always the same object; otherwise null. */
  public String kernel() {
    return kind == Kind.KERNEL_DISPATCH ? kernelNames.apply(kernelId()) : null;
  }

  /** A number for each kernel's name; 0 if unknown or no dispatch. */
  public long kernelId() {
    return work(Kind.KERNEL_DISPATCH, DISPATCH_KERNEL);
  }

  /** Counts dispatches from 1; 0 for other kinds. */
  public long dispatchId() {
    return work(Kind.KERNEL_DISPATCH, DISPATCH_ID);
  }

  /** The hardware queue of a dispatch; otherwise 0. */
  public long queueId() {
    return work(Kind.KERNEL_DISPATCH, DISPATCH_QUEUE);
  }

  /** The agent of a dispatch, the destination of a copy; otherwise 0. */
  public long agentId() {
    return kind == Kind.MEMORY_COPY
        ? record.getLong(at + COPY_DST_AGENT)
        : work(Kind.KERNEL_DISPATCH, DISPATCH_AGENT);
  }

  /** The agent that a copy comes from; 0 for other kinds. */
  public long sourceAgentId() {
    return work(Kind.MEMORY_COPY, COPY_SRC_AGENT);
  }

  /** The bytes of a copy; 0 if unknown. */
  public long bytes() {
    return work(Kind.MEMORY_COPY, COPY_BYTES);
  }

  /** Dynamic shared memory of a dispatch in bytes. */
  public int ldsBytes() {
    return kind == Kind.KERNEL_DISPATCH ? record.getInt(at + DISPATCH_LDS) : 0;
  }

  /**
   * Work-items of a workgroup of a dispatch.
   *
   * @param dimension 0 to 2
   */
  public int workgroup(int dimension) {
    return size(DISPATCH_WORKGROUP, dimension);
  }

  /**
   * Work-items of a dispatch.
   *
   * @param dimension 0 to 2
   */
  public int grid(int dimension) {
    return size(DISPATCH_GRID, dimension);
  }

  private int size(int offset, int dimension) {
    if (dimension < 0 || dimension > 2) {
      throw new IllegalArgumentException("dimension " + dimension + " is not 0, 1 or 2");
    }
    return kind == Kind.KERNEL_DISPATCH ? record.getInt(at + offset + 4 * dimension) : 0;
  }
}
