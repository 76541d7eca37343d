// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

/**
 * Calls from where Java may not be entered, of a function without arguments; and in a loop without
 * anything else: tests/native/sites.c.
 */
final class NativeSites {
  private NativeSites() {}

  /** On a thread of its own, before it is attached, while it is, and after: how many calls. */
  static native int attached(long function);

  /** With an IllegalStateException pending, which it throws. */
  static native void pending(long function);

  static native void plain(long function);

  /** A function that takes a pointer, so many times. */
  static native void repeat(long function, long argument, int times);

  /** Two calls, between and before other uses of JNI. */
  static native void between(long function);

  /** Called by it. */
  @SuppressWarnings("unused")
  private static void nothing() {}

  /** In a critical region. */
  static native void critical(long function, byte[] array, int times);
}
