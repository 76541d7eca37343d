// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The pools with Java consumers. The library calls one function for all of them; its argument says
 * which it is. Their memory is allocated here: the library gives it back when the pool's thread is
 * done, and then the pool is forgotten.
 */
final class RoctracerPools {
  private static final int MEMORY_ALLOCATION = -6;

  private final RoctracerLibrary library;
  private final RoctracerFunctions.BufferFunction deliver = this::deliver;
  private final RoctracerFunctions.AllocatorFunction allocate = this::allocate;
  private final OperationNames operationNames = new OperationNames();
  private final Map<Long, RoctracerPool> byId = new ConcurrentHashMap<>();

  /** Guarded by this. */
  private long lastId;

  RoctracerPools(RoctracerLibrary library) {
    this.library = library;
    RoctracerCallbacks.keepThreads(deliver);
    RoctracerCallbacks.keepThreads(allocate);
  }

  @SuppressWarnings("unchecked") // the protocol says so
  static BiConsumer<ByteBuffer, int[]> consumer(Object consumer) {
    return (BiConsumer<ByteBuffer, int[]>) consumer;
  }

  /**
   * Opens a pool.
   *
   * @param bytes of one buffer: at least 128, a multiple of 8
   * @param names is given the pool's names of kernels and operations
   * @return its handle
   */
  long open(
      int bytes,
      boolean drop,
      boolean asDefault,
      BiConsumer<ByteBuffer, int[]> consumer,
      Object[] names)
      throws RoctracerFailure {
    RoctracerPool pool = make(bytes, consumer);
    names[0] = pool.kernelNames();
    names[1] = operationNames;
    long id = nextId();
    byId.put(id, pool);
    ByteBuffer properties = NativeTracer.buffer(RoctracerFunctions.PROPERTIES_BYTES);
    properties.putInt(
        RoctracerFunctions.MODE,
        drop ? RoctracerFunctions.MODE_DROP : RoctracerFunctions.MODE_BOUNDED);
    properties.putLong(RoctracerFunctions.BUFFER_SIZE, bytes);
    properties.putLong(RoctracerFunctions.ALLOCATOR, address(allocate));
    properties.putLong(RoctracerFunctions.ALLOCATOR_ARG, id);
    properties.putLong(RoctracerFunctions.CONSUMER, address(deliver));
    properties.putLong(RoctracerFunctions.CONSUMER_ARG, id);
    long[] handle = {0};
    int status;
    if (asDefault) {
      status = RoctracerFunctions.openPool(properties);
      handle[0] = RoctracerFunctions.defaultPool();
    } else {
      status = RoctracerFunctions.openPoolExpl(properties, handle);
    }
    if (status != 0) {
      byId.remove(id);
    }
    RoctracerLibrary.check(status);
    pool.setHandle(handle[0]);
    return handle[0];
  }

  private static RoctracerPool make(int bytes, BiConsumer<ByteBuffer, int[]> consumer)
      throws RoctracerFailure {
    try {
      return new RoctracerPool(bytes, consumer);
    } catch (OutOfMemoryError e) {
      throw new RoctracerFailure(
          MEMORY_ALLOCATION, "no memory for two buffers of " + bytes + " bytes: " + e.getMessage());
    }
  }

  private synchronized long nextId() {
    return ++lastId;
  }

  private static long address(Callback callback) {
    return Pointer.nativeValue(CallbackReference.getFunctionPointer(callback));
  }

  /** On the thread that opens a pool, and at its end on the pool's own. */
  private void allocate(Pointer memory, long bytes, long id) {
    RoctracerPool pool = byId.get(id);
    if (bytes == 0) {
      byId.remove(id);
      memory.setPointer(0, null);
    } else if (pool != null && bytes <= pool.bytes()) {
      memory.setPointer(0, pool.pointer());
    }
  }

  /** On the pool's own thread. */
  private void deliver(long begin, long end, long id) {
    RoctracerPool pool = byId.get(id);
    if (pool == null) {
      return;
    }
    try {
      pool.deliver(begin, end);
    } catch (Throwable t) {
      library.failed("record consumer", t);
    }
  }

  static long lost(long handle) throws RoctracerFailure {
    long[] lost = {0};
    RoctracerLibrary.check(RoctracerFunctions.rocjfrLostRecords(handle, lost));
    return lost[0];
  }

  /** Closes what is open, which delivers it. */
  void exit() {
    List<RoctracerPool> open = new ArrayList<>(byId.values());
    for (RoctracerPool pool : open) {
      RoctracerFunctions.closePoolExpl(pool.handle());
    }
  }
}
