// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * External correlation ids: numbers of the caller's own, e.g. span ids, that appear as {@code
 * externalId} in everything that a thread does on the GPU while they are pushed.
 *
 * <p>Each thread has a stack of its own; the innermost id counts. Up to 63 ids are kept; of what is
 * pushed beyond, only the number is. No call enters native code, allocates or blocks, and none
 * throws.
 *
 * <p>On a virtual thread nothing is pushed, since the stack belongs to the carrier, which the
 * virtual thread may leave: its activity has external id 0 rather than another thread's. {@link
 * #skippedOnVirtualThreads()} counts these calls.
 */
public final class ExternalCorrelation {
  /** As {@code rocjfr_external_stack_t}: depth, then ids. */
  private static final int CAPACITY = 63;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** The native stack of each platform thread; found once, since it stays for the thread's life. */
  private static final ThreadLocal<ByteBuffer> STACK = new ThreadLocal<>();

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
    ByteBuffer stack = stack();
    if (stack == null) {
      countSkipped();
      return;
    }
    push(stack, id);
  }

  private static void push(ByteBuffer stack, long id) {
    long depth = (long) LONGS.get(stack, 0);
    LONGS.setOpaque(stack, 8 + 8 * (int) Math.min(depth, CAPACITY - 1), id);
    // The tracer reads on this same thread; release keeps the two stores in order.
    LONGS.setRelease(stack, 0, depth + 1);
  }

  /** Removes the innermost id of the calling thread; nothing happens where there is none. */
  public static void pop() {
    ByteBuffer stack = stack();
    if (stack != null) {
      pop(stack);
    }
  }

  private static void pop(ByteBuffer stack) {
    long depth = (long) LONGS.get(stack, 0);
    if (depth > 0) {
      LONGS.setRelease(stack, 0, depth - 1);
    }
  }

  /**
   * Pushes an id until the scope is closed.
   *
   * @param id any number; 0 means "none" to those who read it
   * @return never null, shared; for try-with-resources on the calling thread
   */
  public static Scope scope(long id) {
    ByteBuffer stack = stack();
    if (stack == null) {
      countSkipped();
      return NOTHING;
    }
    push(stack, id);
    return POP;
  }

  /**
   * The stack of the calling thread, for a caller that pushes so often that finding it counts, and
   * keeps it with what else it has for the thread.
   *
   * @return null where nothing can be pushed: without the agent, and on a virtual thread
   */
  public static ThreadStack ofThisThread() {
    ByteBuffer stack = stack();
    return stack == null ? null : new ThreadStack(stack);
  }

  /** The ids of one platform thread. To be used by that thread only; others would corrupt it. */
  public static final class ThreadStack {
    private final ByteBuffer stack;

    private ThreadStack(ByteBuffer stack) {
      this.stack = stack;
    }

    /**
     * Makes an id the innermost one.
     *
     * @param id any number; 0 means "none" to those who read it
     */
    public void push(long id) {
      ExternalCorrelation.push(stack, id);
    }

    /** Removes the innermost id; nothing happens where there is none. */
    public void pop() {
      ExternalCorrelation.pop(stack);
    }
  }

  /** How many pushes did nothing because they came from virtual threads; 0 without the agent. */
  public static long skippedOnVirtualThreads() {
    LongAdder skipped = Link.skippedVirtual;
    return skipped == null ? 0 : skipped.sum();
  }

  /**
   * Null without the agent and on virtual threads. Only platform threads ever set their
   * thread-local, so that whoever finds one need not ask for more.
   */
  private static ByteBuffer stack() {
    ByteBuffer stack = STACK.get();
    return stack != null ? stack : findStack();
  }

  private static ByteBuffer findStack() {
    Supplier<ByteBuffer> stacks = Link.externalStack;
    if (stacks == null || VirtualThreads.current()) {
      return null;
    }
    ByteBuffer stack = stacks.get();
    if (stack != null) {
      STACK.set(stack);
    }
    return stack;
  }

  private static void countSkipped() {
    LongAdder skipped = Link.skippedVirtual;
    if (skipped != null && VirtualThreads.current()) {
      skipped.increment();
    }
  }
}
