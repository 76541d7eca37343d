// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * External correlation ids are numbers that the caller chooses, e.g. span ids. While a thread has
 * pushed one, it appears as {@code externalId} in everything that the thread does on the GPU.
 *
 * <p>Each thread has its own stack, and the innermost id counts. A stack keeps up to 63 ids. Ids
 * beyond that are only counted. Until they are popped, the thread has no id ({@link #tooDeep()}).
 * No call enters native code, allocates, blocks or throws.
 *
 * <p>Virtual threads have their own stacks, too, on any carrier. A thread does not inherit ids from
 * the thread that starts it. The innermost ids of 131072 virtual threads are kept. With more
 * threads, the oldest have no id until they push or pop again ({@link #evicted()}). Some JVMs
 * (other than HotSpot) do not tell which virtual thread runs on a carrier. There virtual threads
 * have no ids, and {@link #skippedOnVirtualThreads()} counts these calls.
 */
public final class ExternalCorrelation {
  /** As {@code rocjfr_external_stack_t}: depth, then ids. Deeper than that there is none. */
  private static final int CAPACITY = 63;

  /**
   * The stack of each thread; found once, since it stays for the thread's life: of a platform
   * thread the tracer's own memory, of a virtual one {@link VirtualThreadIds}. Threads of a server
   * outlive the application that may have brought this class: what they hold is the JDK's.
   */
  private static final ThreadLocal<Object> STACK = new ThreadLocal<>();

  private static final Scope POP = ExternalCorrelation::pop;
  private static final Scope NOTHING = () -> {};

  private ExternalCorrelation() {}

  /** Ends what {@link #scope} began. */
  @FunctionalInterface
  public interface Scope extends AutoCloseable {

    /** Pops the id. Call it once, on the thread that opened the scope. */
    @Override
    void close();
  }

  /**
   * Makes an id the innermost one of the calling thread.
   *
   * @param id any number; 0 means "none" to those who read it
   */
  public static void push(long id) {
    Object stack = STACK.get();
    if (stack != null) {
      push(stack, id);
    } else {
      pushFirst(id);
    }
  }

  private static void pushFirst(long id) {
    Object stack = findStack();
    if (stack == null) {
      countSkipped();
    } else {
      push(stack, id);
    }
  }

  /** Removes the innermost id of the calling thread; nothing happens where there is none. */
  public static void pop() {
    Object stack = STACK.get();
    if (stack != null) {
      pop(stack);
    } else {
      popFirst();
    }
  }

  /** Another copy of this class may have pushed. */
  private static void popFirst() {
    Object stack = findStack();
    if (stack != null) {
      pop(stack);
    }
  }

  private static void pop(Object stack) {
    if (stack instanceof VirtualThreadIds ids) {
      ids.pop();
    } else {
      popFrom((ByteBuffer) stack);
    }
  }

  private static void push(Object stack, long id) {
    if (stack instanceof VirtualThreadIds ids) {
      ids.push(id);
    } else {
      pushTo((ByteBuffer) stack, id);
    }
  }

  /** The tracer reads on this same thread, in native code: plain stores do, in any order. */
  private static void pushTo(ByteBuffer stack, long id) {
    long depth = stack.getLong(0);
    if (depth < CAPACITY) {
      stack.putLong(8 + 8 * (int) depth, id);
    } else {
      countTooDeep();
    }
    stack.putLong(0, depth + 1);
  }

  private static void popFrom(ByteBuffer stack) {
    long depth = stack.getLong(0);
    if (depth > 0) {
      stack.putLong(0, depth - 1);
    }
  }

  /**
   * Pushes an id until the scope is closed.
   *
   * @param id any number; 0 means "none" to those who read it
   * @return never null, shared; for try-with-resources on the calling thread
   */
  public static Scope scope(long id) {
    Object stack = stack();
    if (stack == null) {
      countSkipped();
      return NOTHING;
    }
    push(stack, id);
    return POP;
  }

  /**
   * The stack of the calling thread. A caller that pushes very often can keep it, to save the time
   * to find it.
   *
   * @return null if nothing can be pushed: without the agent, or on a virtual thread of a JVM that
   *     does not tell where it runs
   */
  public static ThreadStack ofThisThread() {
    Object stack = stack();
    if (stack == null) {
      return null;
    }
    return stack instanceof ByteBuffer memory
        ? new ThreadStack(memory, null)
        : new ThreadStack(null, (VirtualThreadIds) stack);
  }

  /** The ids of one thread. To be used by that thread only; others would corrupt it. */
  public static final class ThreadStack {
    /** Of a platform thread: the tracer's own memory. Null on a virtual thread. */
    private final ByteBuffer stack;

    private final VirtualThreadIds ids;

    private ThreadStack(ByteBuffer stack, VirtualThreadIds ids) {
      this.stack = stack;
      this.ids = ids;
    }

    /**
     * Makes an id the innermost one.
     *
     * @param id any number; 0 means "none" to those who read it
     */
    public void push(long id) {
      if (ids != null) {
        ids.push(id);
        return;
      }
      pushTo(stack, id);
    }

    /** Removes the innermost id; nothing happens where there is none. */
    public void pop() {
      if (ids != null) {
        ids.pop();
        return;
      }
      popFrom(stack);
    }

    /** How many ids are pushed. */
    public long height() {
      return ids != null ? ids.height() : stack.getLong(0);
    }

    /**
     * Removes the innermost ids until only {@code height} are left. Does nothing if there are not
     * more.
     *
     * @param height what {@link #height} said before they were pushed
     */
    public void popTo(long height) {
      if (ids != null) {
        ids.popTo((int) height);
      } else if (stack.getLong(0) > height) {
        stack.putLong(0, height);
      }
    }
  }

  /**
   * How many pushes did nothing because they came from virtual threads of a JVM that does not tell
   * where they run; 0 without the agent.
   */
  public static long skippedOnVirtualThreads() {
    LongAdder skipped = Link.skippedVirtual;
    return skipped == null ? 0 : skipped.sum();
  }

  /**
   * How many virtual threads have lost a pushed id to younger threads. The threads may have ended
   * without popping it. 0 without the agent.
   */
  public static long evicted() {
    LongAdder evicted = Link.evictedVirtual;
    return evicted == null ? 0 : evicted.sum();
  }

  /**
   * How many ids were pushed inside 63 others of their thread. Until they were popped, the thread's
   * work had no id. 0 without the agent.
   */
  public static long tooDeep() {
    LongAdder tooDeep = Link.tooDeep;
    return tooDeep == null ? 0 : tooDeep.sum();
  }

  /** Null where nothing can be pushed. */
  private static Object stack() {
    Object stack = STACK.get();
    return stack != null ? stack : findStack();
  }

  private static Object findStack() {
    Supplier<ByteBuffer> stacks = Link.externalStack;
    if (stacks == null) {
      return null;
    }
    Object stack = null;
    if (CallingThread.current()) {
      ByteBuffer table = virtualTable();
      if (table != null) {
        LongAdder evicted = Link.evictedVirtual;
        stack =
            new VirtualThreadIds(
                table.order(ByteOrder.nativeOrder()),
                evicted::increment,
                ExternalCorrelation::countTooDeep);
      }
    } else {
      ByteBuffer memory = stacks.get();
      stack = memory == null ? null : memory.order(ByteOrder.nativeOrder());
    }
    if (stack != null) {
      STACK.set(stack);
    }
    return stack;
  }

  /** Null if the agent is older, or the JVM does not tell which virtual thread runs where. */
  private static ByteBuffer virtualTable() {
    Supplier<ByteBuffer> table = Link.virtualTable;
    return table == null ? null : table.get();
  }

  private static void countTooDeep() {
    LongAdder tooDeep = Link.tooDeep;
    if (tooDeep != null) { // else the agent is older
      tooDeep.increment();
    }
  }

  private static void countSkipped() {
    LongAdder skipped = Link.skippedVirtual;
    if (skipped != null && CallingThread.current()) {
      skipped.increment();
    }
  }
}
