// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The Java callbacks of API calls. There is one native function for all; its argument says whose
 * callback it is, so that what native code has was never freed.
 */
final class RoctracerCallbacks {
  private static final int ALL = -1;

  /** What arguments of HIP calls take at most in all versions, behind 16 bytes. */
  private static final int API_DATA_BYTES = 16 + 800;

  private static final int EXT_API = 5;

  private final RoctracerLibrary library;
  private final RoctracerFunctions.ApiFunction function = this::called;
  private final Map<Long, Consumer<Object[]>> byId = new ConcurrentHashMap<>();
  private final Map<Integer, String> names = new ConcurrentHashMap<>();

  // Guarded by this, which is not held while the library is called: that may wait for calls in
  // progress, whose callbacks may want to change something, too. The callbacks that an operation
  // may have, by domain << 16 | operation: several only after changes that overlapped.
  private final Map<Integer, Set<Long>> enabled = new HashMap<>();
  private final IdentityHashMap<Object, Long> ids = new IdentityHashMap<>();
  private long lastId;
  private int changing;
  private boolean overlapped;

  // Guarded by this; kept, since native code has them.
  private RoctracerFunctions.SwitchFunction started;
  private RoctracerFunctions.SwitchFunction stopped;
  private Memory switches;

  RoctracerCallbacks(RoctracerLibrary library) {
    this.library = library;
    keepThreads(function);
  }

  /** Native threads that call a function stay attached to the JVM for their life. */
  static void keepThreads(Callback callback) {
    Native.setCallbackThreadInitializer(
        callback, new CallbackThreadInitializer(true, false, "rocjfr-roctracer"));
  }

  @SuppressWarnings("unchecked") // the protocol says so
  static Consumer<Object[]> told(Object consumer) {
    return (Consumer<Object[]>) consumer;
  }

  /**
   * Enables a callback.
   *
   * @param op an operation or ALL
   * @param key tells callbacks apart: those of one key share what is kept
   */
  void enable(int domain, int op, Object key, Consumer<Object[]> told) throws RoctracerFailure {
    long id = begin(key, told);
    int status =
        op == ALL
            ? RoctracerFunctions.enableDomainCallback(domain, function, id)
            : RoctracerFunctions.enableOpCallback(domain, op, function, id);
    boolean records = domain == Layout.HIP_API || domain == Layout.ROCTX;
    end(domain, op, status == 0, status == 0 && records ? id : 0);
    RoctracerLibrary.check(status);
  }

  void disable(int domain, int op) throws RoctracerFailure {
    begin(null, null);
    int status = disableNative(domain, op);
    end(domain, op, status == 0, 0);
    RoctracerLibrary.check(status);
  }

  private static int disableNative(int domain, int op) {
    return op == ALL
        ? RoctracerFunctions.disableDomainCallback(domain)
        : RoctracerFunctions.disableOpCallback(domain, op);
  }

  /** The id of a callback, known from now on; 0 for none. */
  private synchronized long begin(Object key, Consumer<Object[]> told) {
    overlapped |= changing++ > 0;
    if (key == null) {
      return 0;
    }
    long id = ids.computeIfAbsent(key, k -> ++lastId);
    byId.putIfAbsent(id, told);
    return id;
  }

  private synchronized void end(int domain, int op, boolean changed, long id) {
    if (changed && !overlapped) {
      forget(domain, op);
    }
    if (id != 0) {
      enabled.computeIfAbsent(place(domain, op), place -> new HashSet<>()).add(id);
    }
    if (--changing == 0) {
      overlapped = false;
      Set<Long> used = new HashSet<>();
      enabled.values().forEach(used::addAll);
      ids.values().retainAll(used);
      byId.keySet().retainAll(used);
    }
  }

  private static int place(int domain, int op) {
    return domain << 16 | (op & 0xFFFF);
  }

  /** A domain that was enabled as a whole keeps its callback when a single operation changes. */
  private void forget(int domain, int op) {
    if (op == ALL) {
      enabled.keySet().removeIf(place -> place >> 16 == domain);
    } else {
      enabled.remove(place(domain, op));
    }
  }

  /** On the thread that makes the call. */
  private void called(int domain, int op, Pointer data, long id) {
    Consumer<Object[]> told = byId.get(id);
    if (told == null || library.exiting()) {
      return;
    }
    try {
      told.accept(
          domain == Layout.HIP_API
              ? new Object[] {domain, op, name(op), data.getByteBuffer(0, API_DATA_BYTES)}
              : new Object[] {domain, op, message(data), data.getLong(8)});
    } catch (Throwable t) {
      library.failed("callback", t);
    }
  }

  private String name(int op) {
    String name = names.get(op);
    if (name == null) {
      name = RoctracerFunctions.opString(Layout.HIP_API, op, 0);
      names.put(op, name);
    }
    return name;
  }

  private static String message(Pointer roctxData) {
    Pointer message = roctxData.getPointer(0);
    return message == null ? null : message.getString(0, "UTF-8");
  }

  synchronized void onStartStop(Runnable start, Runnable stop) throws RoctracerFailure {
    RoctracerFunctions.SwitchFunction onStart = start == null ? null : () -> run(start);
    RoctracerFunctions.SwitchFunction onStop = stop == null ? null : () -> run(stop);
    Memory functions = new Memory(2L * Native.POINTER_SIZE);
    functions.setPointer(0, pointer(onStart));
    functions.setPointer(Native.POINTER_SIZE, pointer(onStop));
    RoctracerLibrary.check(RoctracerFunctions.setProperties(EXT_API, functions));
    started = onStart;
    stopped = onStop;
    switches = functions;
  }

  private static Pointer pointer(Callback callback) {
    return callback == null ? null : CallbackReference.getFunctionPointer(callback);
  }

  private void run(Runnable action) {
    if (library.exiting()) {
      return;
    }
    try {
      action.run();
    } catch (Throwable t) {
      library.failed("start or stop function", t);
    }
  }

  /** Ends the callbacks of ours. */
  void exit() {
    List<Integer> places;
    synchronized (this) {
      places = List.copyOf(enabled.keySet());
    }
    for (int place : places) {
      disableNative(place >> 16, (short) place);
    }
    clearSwitches();
  }

  private synchronized void clearSwitches() {
    if (started != null || stopped != null) {
      switches.clear();
      RoctracerFunctions.setProperties(EXT_API, switches);
    }
  }
}
