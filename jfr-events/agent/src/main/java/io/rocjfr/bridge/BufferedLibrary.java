// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Native;
import io.rocjfr.AgentFunctions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The rocprofiler-SDK's buffered services for {@code io.rocjfr.buffered}, by function names: takes
 * arguments and gives {status or null, error text, result}. Loads the native library at the first
 * call.
 */
public final class BufferedLibrary implements NativeApi {
  private static final int BUSY = 14;
  private static final int LOSSLESS_WAIT_MILLIS = 100;
  private static final long CLOSE_NANOS = 5_000_000_000L;

  private final LazyLibrary library;

  /** One for all buffers; its argument says whose batch it is. Native code has it for ever. */
  private final BufferedFunctions.BatchFunction function = this::deliver;

  private final BufferedNames names = new BufferedNames();
  private final Map<Long, BufferedBuffer> buffers = new ConcurrentHashMap<>();
  private final Set<Long> contexts = new HashSet<>();

  /** Whether the thread is in a consumer. */
  private final ThreadLocal<boolean[]> delivering = ThreadLocal.withInitial(() -> new boolean[1]);

  private long lastId;
  private boolean thrown;
  private volatile boolean exiting;

  /**
   * Loads nothing yet.
   *
   * @param finder finds librocprofiler-sdk.so.1
   */
  public BufferedLibrary(Callable<Path> finder) {
    library = new LazyLibrary("librocprofiler-sdk.so.1", finder, this::bind);
  }

  @Override
  public Object[] apply(String name, Object[] arguments) {
    try {
      load();
      return new Object[] {null, null, call(name, arguments)};
    } catch (BufferedFailure e) {
      return new Object[] {e.status(), e.getMessage(), null};
    }
  }

  private void bind(String path) {
    BufferedFunctions.bind(path);
    Native.setCallbackThreadInitializer(
        function, new CallbackThreadInitializer(true, false, "rocjfr-buffered"));
  }

  private void load() throws BufferedFailure {
    String problem = library.bind();
    if (problem != null) {
      throw new BufferedFailure("ERROR", problem);
    }
    if (exiting) {
      throw new BufferedFailure("ERROR", "the JVM exits");
    }
  }

  private Object call(String name, Object[] in) throws BufferedFailure {
    Object result = null;
    switch (name) {
      case "createContext" -> result = createContext();
      case "startContext" -> BufferedFailure.check(BufferedFunctions.startContext((Long) in[0]));
      case "stopContext" -> BufferedFailure.check(BufferedFunctions.stopContext((Long) in[0]));
      case "closeContext" -> closeContext((Long) in[0]);
      case "contextIsActive" -> {
        int[] active = {0};
        BufferedFailure.check(BufferedFunctions.contextIsActive((Long) in[0], active));
        result = active[0] != 0;
      }
      case "pushExternalId" ->
          BufferedFailure.check(
              BufferedFunctions.pushExternalCorrelationId((Long) in[0], thread(), (Long) in[1]));
      case "popExternalId" -> {
        long[] id = {0};
        BufferedFailure.check(
            BufferedFunctions.popExternalCorrelationId((Long) in[0], thread(), id));
        result = id[0];
      }
      case "operations" -> result = BufferedNames.all((Integer) in[0]);
      case "createBuffer" -> result = createBuffer(in);
      case "trace" -> trace((Long) in[0], (Integer) in[1], (String[]) in[2], (Long) in[3]);
      case "flush" -> BufferedFailure.check(BufferedFunctions.flushBuffer((Long) in[0]));
      case "destroy" -> destroy((Long) in[0]);
      default -> throw new BufferedFailure("ERROR", "this agent is too old. It has no " + name);
    }
    return result;
  }

  /** As the library has them: a virtual thread by its own id, wherever it runs. */
  @SuppressWarnings("deprecation") // threadId() is not in Java 17
  private static long thread() throws BufferedFailure {
    if (AgentFunctions.onVirtualThread()) {
      return Long.MIN_VALUE | Thread.currentThread().getId();
    }
    long[] thread = {0};
    BufferedFailure.check(BufferedFunctions.getThreadId(thread));
    return thread[0];
  }

  private synchronized long createContext() throws BufferedFailure {
    long[] context = {0};
    BufferedFailure.check(BufferedFunctions.rocjfrBeginConfiguration());
    try {
      BufferedFailure.check(BufferedFunctions.createContext(context));
    } finally {
      BufferedFunctions.rocjfrEndConfiguration();
    }
    contexts.add(context[0]);
    return context[0];
  }

  /** Where another thread is just stopping it, it stays for the life of the JVM. */
  private void closeContext(long context) {
    BufferedFunctions.stopContext(context);
    synchronized (this) {
      if (BufferedFunctions.rocjfrReleaseContext(context) == 0) {
        contexts.remove(context);
      }
    }
  }

  @SuppressWarnings("unchecked") // the protocol says so
  private synchronized long createBuffer(Object[] in) throws BufferedFailure {
    BufferedBuffer buffer = new BufferedBuffer((Consumer<Object[]>) in[4]);
    Object[] namesOut = (Object[]) in[5];
    namesOut[0] = names.operations();
    namesOut[1] = names.kernels();
    long id = ++lastId;
    long[] handle = {0};
    BufferedFailure.check(BufferedFunctions.rocjfrBeginConfiguration());
    try {
      BufferedFailure.check(
          BufferedFunctions.createBuffer(
              (Long) in[0],
              (Integer) in[1],
              (Integer) in[2],
              (Integer) in[3],
              function,
              id,
              handle));
    } finally {
      BufferedFunctions.rocjfrEndConfiguration();
    }
    boolean done = false;
    try {
      BufferedFailure.check(BufferedFunctions.rocjfrLimitWait(handle[0], LOSSLESS_WAIT_MILLIS));
      buffer.created(handle[0]);
      buffers.put(id, buffer);
      done = true;
    } finally {
      if (!done) { // nobody else knows of it
        BufferedFunctions.destroyBuffer(handle[0]);
      }
    }
    return handle[0];
  }

  private synchronized void trace(long context, int kind, String[] operations, long buffer)
      throws BufferedFailure {
    int[] numbers = new int[operations.length];
    List<String> all = operations.length == 0 ? List.of() : List.of(BufferedNames.all(kind));
    for (int i = 0; i < operations.length; i++) {
      numbers[i] = all.indexOf(operations[i]);
      if (numbers[i] < 0) {
        throw new BufferedFailure(
            "ERROR_OPERATION_NOT_FOUND", "the kind has no operation " + operations[i]);
      }
    }
    BufferedFailure.check(BufferedFunctions.rocjfrBeginConfiguration());
    try {
      BufferedFailure.check(
          BufferedFunctions.configureBufferTracingService(
              context, kind, numbers.length == 0 ? null : numbers, numbers.length, buffer));
    } finally {
      BufferedFunctions.rocjfrEndConfiguration();
    }
  }

  /** In its own consumer it is busy for ever: then once is enough. */
  private void destroy(long handle) throws BufferedFailure {
    long end = System.nanoTime() + CLOSE_NANOS;
    int status = BufferedFunctions.destroyBuffer(handle);
    while (status == BUSY && !delivering.get()[0] && System.nanoTime() - end < 0) {
      // What is asked for is delivered first.
      BufferedFunctions.flushBuffer(handle);
      status = BufferedFunctions.destroyBuffer(handle);
    }
    BufferedFailure.check(status);
    buffers.values().removeIf(buffer -> buffer.handle() == handle);
  }

  /** On the background thread. */
  private void deliver(long context, long handle, long headers, long count, long id, long dropped) {
    BufferedBuffer buffer = buffers.get(id);
    if (buffer == null || exiting) {
      return;
    }
    boolean[] inside = delivering.get();
    boolean before = inside[0];
    inside[0] = true;
    try {
      buffer.deliver(headers, count, dropped);
    } catch (Throwable t) {
      if (!thrown) {
        thrown = true;
        Log.warn(
            "a consumer of buffered records threw an exception. Further ones are not" + " reported",
            t);
      }
    } finally {
      inside[0] = before;
    }
  }

  /**
   * The JVM shuts down: no call may come back into Java after it. Delivers what buffers hold, for 2
   * seconds at most.
   */
  @Override
  public void exit() {
    if (!library.isBound()) {
      return;
    }
    Thread end = new Thread(null, this::end, "rocjfr-buffered-exit", 0, false);
    end.setDaemon(true);
    end.start();
    try {
      end.join(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exiting = true;
  }

  private void end() {
    List<Long> all;
    synchronized (this) {
      all = new ArrayList<>(contexts);
    }
    for (long context : all) {
      BufferedFunctions.stopContext(context);
    }
    for (BufferedBuffer buffer : new ArrayList<>(buffers.values())) {
      try {
        destroy(buffer.handle());
      } catch (BufferedFailure e) {
        Log.warn("records of a buffer are lost at exit: " + e.getMessage());
      }
    }
  }
}
