// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

/**
 * Calls of a function without arguments from where Java may not be entered: tests/native/sites.c.
 */
final class NativeSites {
  private NativeSites() {}

  /** On a thread of its own, before it is attached, while it is, and after: how many calls. */
  static native int attached(long function);

  /** With an IllegalStateException pending, which it throws. */
  static native void pending(long function);

  static native void plain(long function);

  /** In a critical region. */
  static native void critical(long function, byte[] array, int times);
}
