// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The C API of {@code librocprofiler-sdk.so.1}, method by method: {@code createContext} is {@code
 * rocprofiler_create_context}. Handles, which are structures of one word, are longs.
 */
final class BufferedFunctions {
  /** Kept for ever: the library must never be closed. */
  private static NativeLibrary library;

  private BufferedFunctions() {}

  /** rocprofiler_buffer_tracing_cb_t. */
  interface BatchFunction extends Callback {
    void invoke(long context, long buffer, long headers, long count, long data, long dropped);
  }

  /** Throws UnsatisfiedLinkError if it cannot be loaded or is another's library. */
  static synchronized void bind(String path) {
    if (library == null) {
      NativeLibrary opened = CLibrary.open(path, "rocprofiler_");
      Native.register(BufferedFunctions.class, opened);
      library = opened;
    }
  }

  static native int rocjfrBeginConfiguration();

  static native int rocjfrEndConfiguration();

  static native int rocjfrReleaseContext(long context);

  static native int rocjfrLimitWait(long buffer, int milliseconds);

  static native int rocjfrBufferMemory(long buffer, long[] memory, long[] bytes);

  static native String rocjfrKernelName(long kernel);

  static native String getStatusName(int status);

  static native String getStatusString(int status);

  static native int createContext(long[] context);

  static native int startContext(long context);

  static native int stopContext(long context);

  static native int contextIsActive(long context, int[] status);

  static native int createBuffer(
      long context,
      long bytes,
      long watermark,
      int policy,
      BatchFunction callback,
      long data,
      long[] buffer);

  static native int destroyBuffer(long buffer);

  static native int flushBuffer(long buffer);

  static native int configureBufferTracingService(
      long context, int kind, int[] operations, long count, long buffer);

  static native int queryBufferTracingKindOperationName(
      int kind, int operation, long[] name, long[] length);

  static native int pushExternalCorrelationId(long context, long thread, long id);

  static native int popExternalCorrelationId(long context, long thread, long[] id);

  static native int getThreadId(long[] thread);
}
