// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The hexadecimal text of trace and span ids, and back; nothing is allocated but the text. */
public final class HexIds {
  private static final byte[] DIGITS =
      "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] VALUES = new byte[128];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUES[DIGITS[i]] = (byte) i;
    }
    for (int i = 10; i < 16; i++) {
      VALUES['A' + i - 10] = (byte) i;
    }
  }

  private HexIds() {}

  /** The number that 16 digits from {@code begin} on say; 0 if they are none. */
  public static long parse(String text, int begin) {
    if (text.length() < begin + 16) {
      return 0;
    }
    long value = 0;
    int bad = 0;
    for (int i = begin; i < begin + 16; i++) {
      int digit = VALUES[text.charAt(i) & 0x7F];
      bad |= digit;
      value = value << 4 | (digit & 0xF);
    }
    return bad < 0 ? 0 : value;
  }

  /**
   * The number that the 16 digits of a span id say, of which it is known that they are digits; 0 if
   * there are not so many. In a few steps for all of them at once.
   *
   * @param buffer at least 16 bytes, whatever they hold
   */
  @SuppressWarnings("deprecation") // the quickest way for what is ASCII
  public static long parse(String text, byte[] buffer) {
    if (text.length() < 16) {
      return 0;
    }
    text.getBytes(0, 16, buffer, 0);
    return parse(buffer, 0);
  }

  /**
   * The number that 16 bytes from {@code begin} on say, of which it is known that they are digits.
   */
  public static long parse(byte[] text, int begin) {
    return (parse8((long) LONGS.get(text, begin)) << 32)
        | parse8((long) LONGS.get(text, begin + 8));
  }

  /** Of 8 digits, the first in the highest byte. Letters have bit 6, and are 9 above their bits. */
  private static long parse8(long text) {
    long digits = (text & 0x0F0F_0F0F_0F0F_0F0FL) + 9 * ((text >>> 6) & 0x0101_0101_0101_0101L);
    digits = (digits | (digits >>> 4)) & 0x00FF_00FF_00FF_00FFL;
    digits = (digits | (digits >>> 8)) & 0x0000_FFFF_0000_FFFFL;
    return (digits | (digits >>> 16)) & 0xFFFF_FFFFL;
  }

  /** 16 digits. */
  @SuppressWarnings("deprecation") // the quickest way for what is ASCII
  static String format(long value) {
    byte[] text = new byte[16];
    put(value, text, 0);
    return new String(text, 0);
  }

  /** 32 digits. */
  @SuppressWarnings("deprecation") // the quickest way for what is ASCII
  public static String format(long high, long low) {
    byte[] text = new byte[32];
    put(high, text, 0);
    put(low, text, 16);
    return new String(text, 0);
  }

  private static void put(long value, byte[] text, int at) {
    for (int i = 0; i < 16; i++) {
      text[at + i] = DIGITS[(int) (value >>> (60 - 4 * i)) & 0xF];
    }
  }
}
