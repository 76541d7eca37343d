// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Function;
import com.sun.jna.JNIEnv;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The C ABI, method by method: {@code setWanted} is {@code rocjfr_set_wanted}. JNA binds each
 * method to its function, so that a call takes some 0.1 microseconds.
 */
final class NativeFunctions {
  /** Kept for ever: the library must never be closed. */
  private static NativeLibrary library;

  private static Function threadObject;
  private static Function setThreadQuery;
  private static Function meetJvm;

  private NativeFunctions() {}

  /**
   * Loads a library. Its layout is compared with ours before its functions are looked up, since a
   * library of another release may lack some.
   *
   * @param ours this jar, for messages
   * @throws UnsatisfiedLinkError if it cannot be loaded or lacks a function
   * @throws TracerException if its layout is not ours
   */
  static synchronized void bind(String path, String ours) throws TracerException {
    if (library != null) {
      return;
    }
    NativeLibrary opened = CLibrary.open(path, "rocjfr_");
    checkLayout(opened, path, ours);
    Native.register(NativeFunctions.class, opened);
    threadObject = opened.getFunction("rocjfr_thread_object");
    setThreadQuery = opened.getFunction("rocjfr_set_thread_query");
    meetJvm = opened.getFunction("rocjfr_meet_jvm");
    library = opened;
  }

  private static void checkLayout(NativeLibrary opened, String path, String ours)
      throws TracerException {
    Object[] none = {};
    int abiVersion = opened.getFunction("rocjfr_abi_version").invokeInt(none);
    int[] count = {0};
    Pointer table = opened.getFunction("rocjfr_layout").invokePointer(new Object[] {count});
    List<Layout.Field> fields = new ArrayList<>();
    for (int i = 0; i < count[0]; i++) {
      long row = 16L * i;
      fields.add(
          new Layout.Field(
              table.getPointer(row).getString(0), table.getInt(row + 8), table.getInt(row + 12)));
    }
    String version = opened.getFunction("rocjfr_version").invokeString(none, false);
    LayoutCheck.check(abiVersion, fields, ours, path + " (version " + version + ")");
  }

  /** Not by direct mapping, which knows no objects. */
  static Thread threadObject(int ref) {
    Object[] arguments = {JNIEnv.CURRENT, ref};
    return (Thread) threadObject.invoke(Object.class, arguments, library.getOptions());
  }

  static int meetJvm() {
    Object[] arguments = {JNIEnv.CURRENT};
    return (int) meetJvm.invoke(int.class, arguments, library.getOptions());
  }

  static int setThreadQuery(Class<?> type) {
    Object[] arguments = {JNIEnv.CURRENT, type};
    return (int) setThreadQuery.invoke(int.class, arguments, library.getOptions());
  }

  static native String version();

  static native int initialize(ByteBuffer options, byte[] error, long errorBytes);

  static native Pointer control();

  static native Pointer ring(int index, long[] bytes);

  static native int setWanted(int domains);

  static native int setFilter(String functions, long thresholdNanos, int barriers);

  static native int setResults(String functions);

  static native void poll();

  static native long inFlight();

  static native long quiesce(int timeoutMillis, int idleMillis);

  static native long abandonInFlight();

  static native int anyUnread();

  static native void wait(int timeoutMillis);

  static native void wake();

  static native void setExiting(int exiting);

  static native void thisThreadDrains();

  static native String lostCauseName(int cause);

  static native long lost(int domain, int cause);

  static native String nameSymbol(int ref);

  static native String nameDemangled(int ref);

  static native int thread(int ref, ByteBuffer info);

  static native String apiName(int id);

  static native int apiLast();

  static native String errorName(int error);

  static native String kindName(int kind);

  static native int runtime(ByteBuffer info);

  static native int sampleGpuClock(long[] sample);

  static native int agent(int deviceId);

  static native int device(int deviceId);

  static native Pointer externalStack(int client);

  static native Pointer virtualThreads(long[] bytes);

  static native void roctxMark(byte[] message);

  static native int roctxRangePush(byte[] message);

  static native int roctxRangePop();

  static native long roctxRangeStart(byte[] message);

  static native void roctxRangeStop(long id);
}
