// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The C ABI of librocjfr.so, method by method: {@code setWanted} is {@code rocjfr_set_wanted}. The
 * library brings these methods itself (native/core/abi/java_methods.cpp): the agent starts without
 * JNA, and a call takes some 10 nanoseconds. Texts are UTF-8, which the JVM's own native texts are
 * not. Buffers are direct ones.
 */
final class NativeFunctions {
  private static boolean bound;

  private NativeFunctions() {}

  /**
   * Loads a library, for ever, and compares its layout with ours.
   *
   * @param path absolute
   * @param ours its text names this jar, for messages
   * @throws UnsatisfiedLinkError if it cannot be loaded or is no core that Java can call
   * @throws TracerException if its layout is not ours
   */
  static synchronized void bind(String path, Object ours) throws TracerException {
    if (!bound) {
      requireElf(path);
      System.load(path);
      requireOurs();
      checkLayout(path, ours);
      bound = true;
    }
  }

  /** The JVM has several lines to say of a file that is no library. */
  private static void requireElf(String path) {
    try (InputStream in = new FileInputStream(path)) { // the JVM has its classes already
      byte[] magic = in.readNBytes(4);
      if (magic.length < 4 || magic[0] != 0x7f || magic[1] != 'E' || magic[2] != 'L') {
        throw new UnsatisfiedLinkError("invalid ELF header");
      }
    } catch (IOException e) {
      throw new UnsatisfiedLinkError(e.getMessage());
    }
  }

  private static void requireOurs() {
    try {
      abiVersion();
    } catch (UnsatisfiedLinkError e) {
      throw new UnsatisfiedLinkError("it is not a librocjfr.so, or it is from an older release");
    }
  }

  private static void checkLayout(String path, Object ours) throws TracerException {
    List<Layout.Field> fields = new ArrayList<>();
    for (int row = 0; row < layoutRows(); row++) {
      fields.add(new Layout.Field(layoutName(row), layoutOffset(row), layoutSize(row)));
    }
    LayoutCheck.check(abiVersion(), fields, ours, path + " (version " + version() + ")");
  }

  static native int abiVersion();

  static native String version();

  static native int layoutRows();

  static native String layoutName(int row);

  static native int layoutOffset(int row);

  static native int layoutSize(int row);

  /** Not of the C ABI: only JNI can do it without opening the JDK. */
  static native Class<?> defineInBootLoader(String name, byte[] bytes);

  static native int initialize(ByteBuffer options, ByteBuffer error);

  static native ByteBuffer control();

  static native ByteBuffer ring(int index);

  static native int setWanted(int domains);

  static native int setFilter(byte[] functions, long thresholdNanos, int barriers);

  static native int setResults(byte[] functions);

  static native int setSiteSink(Class<?> type);

  static native int setSites(byte[] functions, int rate);

  static native int setAllocations(int pick, int rate);

  static native int siteCounts(int kind, long[] counts);

  static native int memory(ByteBuffer rows);

  static native int liveAllocations(long[] cursor, ByteBuffer rows);

  static native int agentOfDevice(int device);

  static native void poll();

  static native long inFlight();

  static native long quiesce(int timeoutMillis, int idleMillis);

  static native long askReports();

  static native int reportsToCome(long asked);

  /** Returns how many rows were filled, and above 32 bits how many calls; those may be null. */
  static native long pending(ByteBuffer rows, ByteBuffer calls);

  /** Fills in what was submitted, what was reported, and what was given up. */
  static native void workCounts(long[] counts);

  /** Not of the C ABI. */
  static native long openclInFlight();

  static native long abandonInFlight();

  static native int anyUnread();

  static native void wait(int timeoutMillis);

  static native void wake();

  static native void watch(int timeoutMillis);

  static native void endWatch();

  static native void setExiting(int exiting);

  static native void thisThreadDrains();

  static native byte[] lostCauseName(int cause);

  static native long lost(int domain, int cause);

  static native byte[] nameSymbol(int ref);

  static native byte[] nameDemangled(int ref);

  static native int thread(int ref, ByteBuffer info);

  static native Thread threadObject(int ref);

  /** Not by the thread's own class, which may say something else. */
  static native long threadId(Thread thread);

  static native int meetJvm();

  static native byte[] jvmProblem();

  static native int setThreadQuery(Class<?> type);

  static native byte[] apiName(int id);

  static native int apiLast();

  static native byte[] errorName(int error);

  static native byte[] kindName(int kind);

  static native int runtime(ByteBuffer info);

  static native int setOpenclFilter(byte[] functions, long thresholdNanos);

  static native int setOpenclProfiling(int always);

  static native byte[] openclApiName(int id);

  static native int openclApiCount();

  static native byte[] openclErrorName(int error);

  static native int opencl(ByteBuffer info);

  static native int sampleGpuClock(long[] sample);

  static native int agent(int deviceId);

  static native int device(int deviceId);

  /** Null where there is no memory. */
  static native ByteBuffer externalStack(int client);

  /** Null where the JVM does not tell who is mounted. */
  static native ByteBuffer virtualThreads();

  static native void roctxMark(byte[] message);

  static native int roctxRangePush(byte[] message);

  static native int roctxRangePop();

  static native long roctxRangeStart(byte[] message);

  static native void roctxRangeStop(long id);
}
