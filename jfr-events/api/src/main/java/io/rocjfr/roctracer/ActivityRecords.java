// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;

/**
 * A cursor over a buffer's records, in place: nothing is allocated per record, and names are the
 * same {@code String} objects from buffer to buffer. Valid during {@link PoolConsumer#onRecords}
 * only, on its thread: later use throws IllegalStateException.
 */
public final class ActivityRecords {
  /** As activity_record_t has its fields. */
  private static final int BYTES = 64;

  private static final int DOMAIN = 0;
  private static final int KIND = 4;
  private static final int OP = 8;
  private static final int CORRELATION_ID = 16;
  private static final int BEGIN = 24;
  private static final int END = 32;
  private static final int DEVICE_OR_PROCESS = 40;
  private static final int THREAD = 44;
  private static final int QUEUE = 48;
  private static final int SIZE_OR_NAME = 56;

  private static final int DISPATCH = 0;

  private final LongFunction<String> kernelNames;
  private final LongFunction<String> operationNames;
  private ByteBuffer memory;
  private int begin;
  private int end;
  private int at;

  ActivityRecords(LongFunction<String> kernelNames, LongFunction<String> operationNames) {
    this.kernelNames = kernelNames;
    this.operationNames = operationNames;
  }

  void begin(ByteBuffer buffer, int first, int last) {
    memory = buffer;
    begin = first;
    end = last;
    at = first - BYTES;
  }

  void end() {
    memory = null;
    begin = 0;
    end = 0;
    at = -BYTES;
  }

  /** How many records the buffer has. */
  public int size() {
    return (end - begin) / BYTES;
  }

  /**
   * Moves to the next record.
   *
   * @return false if there is none
   */
  public boolean next() {
    if (at + BYTES >= end) {
      return false;
    }
    at += BYTES;
    return true;
  }

  /** Back to before the first record. */
  public void rewind() {
    at = begin - BYTES;
  }

  /** HIP_API: a call. HIP_OPS: work on the device. EXT_API: the id of the call that comes next. */
  public Domain domain() {
    return Domain.of(getInt(DOMAIN));
  }

  /** The operation's number in its domain. */
  public int operationCode() {
    return getInt(OP);
  }

  /** What HIP says the work is; 0 for calls. */
  public int kind() {
    return getInt(KIND);
  }

  /** The function of a call; the command of work, e.g. CopyHostToDevice; EXT_API. */
  public String operation() {
    long domain = getInt(DOMAIN);
    return operationNames.apply(
        domain << 56 | (operationCode() & 0xFFFFFFL) << 32 | Integer.toUnsignedLong(kind()));
  }

  /** Joins a call with its work; 0 for work whose call was not traced. */
  public long correlationId() {
    return getLong(CORRELATION_ID);
  }

  /** The begin, in nanoseconds; 0 for EXT_API. */
  public long beginNanos() {
    return getLong(BEGIN);
  }

  /** The end, in nanoseconds; 0 for EXT_API. */
  public long endNanos() {
    return getLong(END);
  }

  /** The process of a call; otherwise 0. */
  public int processId() {
    return isCall() ? getInt(DEVICE_OR_PROCESS) : 0;
  }

  /** The operating system's id of the thread of a call; otherwise 0. */
  public int threadId() {
    return isCall() ? getInt(THREAD) : 0;
  }

  /** The device of work, as HIP reports it; otherwise -1. */
  public int deviceId() {
    return isWork() ? getInt(DEVICE_OR_PROCESS) : -1;
  }

  /** The queue of work; otherwise 0. */
  public long queueId() {
    return isWork() ? getLong(QUEUE) : 0;
  }

  /** The innermost external correlation id of EXT_API; otherwise 0. */
  public long externalId() {
    return domain() == Domain.EXT_API ? getLong(DEVICE_OR_PROCESS) : 0;
  }

  /** The bytes of a copy or fill; otherwise 0. */
  public long bytes() {
    return isWork() && operationCode() != DISPATCH ? getLong(SIZE_OR_NAME) : 0;
  }

  /** The kernel of a dispatch, as the runtime spells it; null where there is none. */
  public String kernelName() {
    if (!isWork() || operationCode() != DISPATCH) {
      return null;
    }
    long name = getLong(SIZE_OR_NAME);
    return name == 0 ? null : kernelNames.apply(name);
  }

  private boolean isCall() {
    return getInt(DOMAIN) == Domain.HIP_API.code();
  }

  private boolean isWork() {
    return getInt(DOMAIN) == Domain.HIP_OPS.code();
  }

  private int getInt(int field) {
    return record().getInt(at + field);
  }

  private long getLong(int field) {
    return record().getLong(at + field);
  }

  private ByteBuffer record() {
    ByteBuffer valid = memory;
    if (valid == null) {
      throw new IllegalStateException("records may be used only until the consumer returns");
    }
    if (at < begin) {
      throw new NoSuchElementException("next() has not been called");
    }
    return valid;
  }
}
