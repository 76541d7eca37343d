// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * Which end of a chunk JFR calls a hook at. A hook of every chunk is called at both and told
 * neither; what JFR calls them from has the same two names in Java 17 to 25, in whichever class.
 */
enum ChunkBoundary {
  /** The chunk has begun: what is committed from now on is in it or in a later one. */
  BEGIN,
  /** The chunk ends when the hooks have returned: nobody tells when. */
  END,
  /** Neither name was found: it may be either, or another time in between. */
  UNKNOWN;

  /** In a hook, on the thread that JFR has called it on. */
  static ChunkBoundary ofThisHook() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (frame.getClassName().startsWith("jdk.jfr.internal.")) {
        if (frame.getMethodName().equals("doChunkBegin")) {
          return BEGIN;
        }
        if (frame.getMethodName().equals("doChunkEnd")) {
          return END;
        }
      }
    }
    return UNKNOWN;
  }
}
