// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.rocjfr.roctracer.Domain;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;

/**
 * The roctracer API for {@code io.rocjfr.roctracer}, by function names: takes arguments and gives
 * {status, error text, result}. Loads the native library at the first call.
 */
public final class RoctracerLibrary implements NativeApi {
  private static final int SUCCESS = 0;
  private static final int ERROR = -1;
  private static final int INVALID_DOMAIN_ID = -2;
  private static final int INVALID_ARGUMENT = -3;
  private static final int ALL = -1;

  private final NativeTracer tracer;
  private final LazyLibrary library;
  private final LongAdder failures = new LongAdder();
  private final RoctracerCallbacks callbacks = new RoctracerCallbacks(this);
  private final RoctracerPools pools = new RoctracerPools(this);
  private NativeLibrary hip;
  private volatile boolean exiting;

  /**
   * Loads nothing yet.
   *
   * @param finder finds libroctracer64.so.4
   */
  public RoctracerLibrary(NativeTracer tracer, Callable<Path> finder) {
    this.tracer = tracer;
    library = new LazyLibrary("libroctracer64.so.4", finder, RoctracerFunctions::bind);
  }

  /** Whether a library in this process is ours, and not AMD's of the same name. */
  public static boolean isOurs(Path library) {
    return RoctracerFunctions.isOurs(library.toString());
  }

  @Override
  public Object[] apply(String function, Object[] arguments) {
    try {
      String missing = library.bind();
      return missing != null ? failed(ERROR, missing) : call(function, arguments);
    } catch (RoctracerFailure e) {
      return failed(e.status(), e.getMessage());
    }
  }

  private static Object[] failed(int status, String text) {
    return new Object[] {status, text, null};
  }

  private Object[] call(String function, Object[] in) throws RoctracerFailure {
    Object result = null;
    switch (function) {
      case "version" ->
          result = RoctracerFunctions.versionMajor() + "." + RoctracerFunctions.versionMinor();
      case "enableCallback" -> {
        checkNotExiting();
        callbacks.enable((Integer) in[0], (Integer) in[1], in[2], RoctracerCallbacks.told(in[3]));
      }
      case "disableCallback" -> callbacks.disable((Integer) in[0], (Integer) in[1]);
      case "callbackFailures" -> result = failures.sum();
      case "openPool" -> {
        checkNotExiting();
        result =
            pools.open(
                (Integer) in[0],
                (Boolean) in[1],
                (Boolean) in[2],
                RoctracerPools.consumer(in[3]),
                (Object[]) in[4]);
      }
      case "closePool" -> check(RoctracerFunctions.closePoolExpl((Long) in[0]));
      case "flushPool" -> check(RoctracerFunctions.flushActivityExpl((Long) in[0]));
      case "lostRecords" -> result = RoctracerPools.lost((Long) in[0]);
      case "enableActivity" -> enableActivity((Integer) in[0], (Integer) in[1], (Long) in[2]);
      case "disableActivity" -> disableActivity((Integer) in[0], (Integer) in[1]);
      case "pushExternalId" ->
          check(RoctracerFunctions.activityPushExternalCorrelationId((Long) in[0]));
      case "popExternalId" -> {
        long[] id = {0};
        check(RoctracerFunctions.activityPopExternalCorrelationId(id));
        result = id[0];
      }
      case "start" -> RoctracerFunctions.start();
      case "stop" -> RoctracerFunctions.stop();
      case "onStartStop" -> callbacks.onStartStop((Runnable) in[0], (Runnable) in[1]);
      case "timestamp" -> {
        long[] now = {0};
        check(RoctracerFunctions.getTimestamp(now));
        result = now[0];
      }
      case "operationCode" -> result = operationCode((Integer) in[0], (String) in[1]);
      case "operationName" -> result = operationName(in);
      case "arguments" -> result = RoctracerFunctions.rocjfrArguments((String) in[0]);
      case "kernelName" -> result = kernelName((Long) in[0], (Long) in[1], (Boolean) in[2]);
      case "textAt" -> result = new Pointer((Long) in[0]).getString(0, "UTF-8");
      case "numberAt" -> {
        Pointer pointer = new Pointer((Long) in[0]);
        result = (Integer) in[1] == 4 ? (long) pointer.getInt(0) : pointer.getLong(0);
      }
      default -> throw new RoctracerFailure(ERROR, "this agent is too old. It has no " + function);
    }
    return new Object[] {SUCCESS, null, result};
  }

  private void checkNotExiting() throws RoctracerFailure {
    if (exiting) {
      throw new RoctracerFailure(ERROR, "the JVM exits");
    }
  }

  /** Turns a status of the library that is not SUCCESS into what its error_string says. */
  static void check(int status) throws RoctracerFailure {
    if (status == SUCCESS) {
      return;
    }
    Pointer text = RoctracerFunctions.errorString();
    String message = text == null ? "no memory" : text.getString(0, "UTF-8").strip();
    if (text != null) {
      Native.free(Pointer.nativeValue(text));
    }
    throw new RoctracerFailure(status, message);
  }

  private static void enableActivity(int domain, int op, long pool) throws RoctracerFailure {
    check(
        op == ALL
            ? RoctracerFunctions.enableDomainActivityExpl(domain, pool)
            : RoctracerFunctions.enableOpActivityExpl(domain, op, pool));
  }

  private static void disableActivity(int domain, int op) throws RoctracerFailure {
    check(
        op == ALL
            ? RoctracerFunctions.disableDomainActivity(domain)
            : RoctracerFunctions.disableOpActivity(domain, op));
  }

  private static int operationCode(int domain, String name) throws RoctracerFailure {
    int[] op = {0};
    check(RoctracerFunctions.opCode(domain, name, op, null));
    return op[0];
  }

  private static String operationName(Object[] in) throws RoctracerFailure {
    int domain = (Integer) in[0];
    String name = RoctracerFunctions.opString(domain, (Integer) in[1], (Integer) in[2]);
    if (name == null) {
      boolean hasNames = domain != Domain.KFD_API.code() && domain != Domain.ROCTX.code();
      check(hasNames ? INVALID_ARGUMENT : INVALID_DOMAIN_ID);
    }
    return name;
  }

  /** Null if the runtime does not know. */
  private synchronized String kernelName(long function, long stream, boolean hostFunction) {
    if (hip == null) {
      String path = tracer.runtime().path();
      if (path.isEmpty()) {
        return null;
      }
      hip = CLibrary.open(path);
    }
    Function name = hip.getFunction(hostFunction ? "hipKernelNameRefByPtr" : "hipKernelNameRef");
    Object[] arguments =
        hostFunction
            ? new Object[] {new Pointer(function), new Pointer(stream)}
            : new Object[] {new Pointer(function)};
    return name.invokeString(arguments, false);
  }

  /** What a callback or consumer has thrown: never leaves this package. */
  void failed(String what, Throwable thrown) {
    failures.increment();
    if (failures.sum() == 1) {
      Log.warn(
          "a roctracer " + what + " threw an exception. Further ones are only counted", thrown);
    }
  }

  boolean exiting() {
    return exiting;
  }

  /**
   * The JVM shuts down: no call may come back into Java after it. Delivers what pools hold, for 2
   * seconds at most.
   */
  @Override
  public void exit() {
    exiting = true;
    if (!library.isBound()) {
      return;
    }
    Thread end =
        new Thread(
            null,
            () -> {
              callbacks.exit();
              pools.exit();
            },
            "rocjfr-roctracer-exit",
            0,
            false);
    end.setDaemon(true);
    end.start();
    try {
      end.join(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
