// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandle;

/**
 * Has JFR of Java 17 forget which texts it has written, where a file begins.
 *
 * <p>JFR writes a text of 17 to 127 characters into a file once, and a number in its place. It
 * forgets the written texts at the end of a chunk. Events can still add texts until they are
 * disabled. JFR takes these for written in the next recording's file, too, where they read as null
 * for a whole chunk.
 */
public final class PooledTexts {
  private static final Trouble MISSING = new Trouble("texts may be missing from recordings");

  private static volatile MethodHandle knownChunk;
  private static volatile MethodHandle knownForget;

  /** {@code long chunk()}, another one in each chunk; null where nothing has to be done. */
  private MethodHandle chunk;

  /** {@code void forget()}. */
  private final MethodHandle forget;

  private long last;

  PooledTexts(MethodHandle chunk, MethodHandle forget) {
    this.chunk = chunk;
    this.forget = forget;
  }

  /**
   * Says how JFR is made to, before that is wanted.
   *
   * @param chunk returns a long, another one in each chunk
   * @param forget has JFR forget which texts it has written
   */
  public static void forgetBy(MethodHandle chunk, MethodHandle forget) {
    knownForget = forget;
    knownChunk = chunk;
  }

  static PooledTexts find() {
    return new PooledTexts(knownChunk, knownForget);
  }

  /** On the drain thread, before it commits events. */
  void look() {
    if (chunk == null) {
      return;
    }
    try {
      long now = (long) chunk.invokeExact();
      if (now != last) {
        last = now;
        forget.invokeExact();
      }
    } catch (Throwable t) { // the events go on without
      chunk = null;
      MISSING.warn(t);
    }
  }
}
