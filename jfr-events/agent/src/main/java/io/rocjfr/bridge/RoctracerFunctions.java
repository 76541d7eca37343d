// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/**
 * The C API of {@code libroctracer64.so.4}, method by method: {@code enableOpCallback} is {@code
 * roctracer_enable_op_callback}. Pool handles and user arguments are longs.
 */
final class RoctracerFunctions {
  /** roctracer_properties_t. */
  static final int PROPERTIES_BYTES = 48;

  static final int MODE = 0;
  static final int BUFFER_SIZE = 8;
  static final int ALLOCATOR = 16;
  static final int ALLOCATOR_ARG = 24;
  static final int CONSUMER = 32;
  static final int CONSUMER_ARG = 40;

  static final int MODE_DROP = 0x524A0001;
  static final int MODE_BOUNDED = 0x524A0002;

  /** Kept for ever: the library must never be closed. */
  private static NativeLibrary library;

  private RoctracerFunctions() {}

  /** activity_rtapi_callback_t. */
  interface ApiFunction extends Callback {
    void invoke(int domain, int operation, Pointer data, long arg);
  }

  /** roctracer_buffer_callback_t. */
  interface BufferFunction extends Callback {
    void invoke(long begin, long end, long arg);
  }

  /** roctracer_allocator_t. */
  interface AllocatorFunction extends Callback {
    void invoke(Pointer memory, long bytes, long arg);
  }

  /** roctracer_start_cb_t and roctracer_stop_cb_t. */
  interface SwitchFunction extends Callback {
    void invoke();
  }

  /** Throws UnsatisfiedLinkError if it cannot be loaded or is another's library. */
  static synchronized void bind(String path) {
    if (library == null) {
      NativeLibrary opened = CLibrary.open(path, "roctracer_");
      Native.register(RoctracerFunctions.class, opened);
      library = opened;
    }
  }

  /** Whether a library that is loaded is ours: it has what AMD's has not. */
  static boolean isOurs(String path) {
    try {
      return CLibrary.open(path).getFunction("roctracer_rocjfr_arguments") != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  static native int versionMajor();

  static native int versionMinor();

  static native Pointer errorString();

  static native String opString(int domain, int op, int kind);

  static native int opCode(int domain, String name, int[] op, int[] kind);

  static native int setProperties(int domain, Pointer properties);

  static native int enableOpCallback(int domain, int op, ApiFunction callback, long arg);

  static native int enableDomainCallback(int domain, ApiFunction callback, long arg);

  static native int disableOpCallback(int domain, int op);

  static native int disableDomainCallback(int domain);

  static native int openPoolExpl(ByteBuffer properties, long[] pool);

  static native int openPool(ByteBuffer properties);

  static native long defaultPool();

  static native int closePoolExpl(long pool);

  static native int flushActivityExpl(long pool);

  static native int enableOpActivityExpl(int domain, int op, long pool);

  static native int enableDomainActivityExpl(int domain, long pool);

  static native int disableOpActivity(int domain, int op);

  static native int disableDomainActivity(int domain);

  static native int rocjfrLostRecords(long pool, long[] records);

  static native String rocjfrArguments(String function);

  static native int activityPushExternalCorrelationId(long id);

  static native int activityPopExternalCorrelationId(long[] id);

  static native void start();

  static native void stop();

  static native int getTimestamp(long[] timestamp);
}
