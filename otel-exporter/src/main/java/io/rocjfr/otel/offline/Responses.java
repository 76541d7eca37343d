// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the receiver answered. The SDK's exporter reports a partial success as a success, and why it
 * failed only to its log.
 */
final class Responses {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final LongAdder REJECTED = new LongAdder();
  private static volatile String lastProblem;

  private Responses() {}

  /** A response of type ExportTraceServiceResponse. */
  static void accepted(byte[] response) {
    if (response != null && response.length > 0) {
      ByteBuffer partial = field(ByteBuffer.wrap(response), 1);
      if (partial != null) {
        long rejected = number(partial.duplicate(), 1);
        ByteBuffer message = field(partial.duplicate(), 2);
        if (rejected > 0) {
          REJECTED.add(Math.min(rejected, Integer.MAX_VALUE)); // of one request
        }
        if (message != null) {
          lastProblem = "it accepted only a part: " + StandardCharsets.UTF_8.decode(message);
        }
      }
    }
  }

  static void refused(String why) {
    lastProblem = why;
  }

  /** How many spans of accepted requests were rejected. */
  static long rejected() {
    return REJECTED.sum();
  }

  /** Null if there was none. */
  static String lastProblem() {
    return lastProblem;
  }

  /** The bytes of a field of a protobuf message; null if there is none, or it is no message. */
  private static ByteBuffer field(ByteBuffer message, int number) {
    while (message.hasRemaining()) {
      long key = varint(message);
      int length =
          switch ((int) key & 7) {
            case VARINT -> 0;
            case FIXED64 -> 8;
            case BYTES -> (int) Math.min(varint(message), Integer.MAX_VALUE);
            case FIXED32 -> 4;
            default -> -1;
          };
      if (((int) key & 7) == VARINT) {
        varint(message);
      }
      if (length < 0 || length > message.remaining()) {
        return null;
      }
      if (key >>> 3 == number && ((int) key & 7) == BYTES) {
        return message.slice(message.position(), length);
      }
      message.position(message.position() + length);
    }
    return null;
  }

  /** The value of a varint that comes before all fields of other kinds; 0 if there is none. */
  private static long number(ByteBuffer message, int number) {
    while (message.hasRemaining()) {
      long key = varint(message);
      if (((int) key & 7) != VARINT) {
        return 0;
      }
      long value = varint(message);
      if (key >>> 3 == number) {
        return value;
      }
    }
    return 0;
  }

  private static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; shift < 64 && message.hasRemaining(); shift += 7) {
      byte next = message.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        break;
      }
    }
    return value;
  }
}
