// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Pointer;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import jdk.jfr.Recording;

/**
 * Launch sites of every kind at once: {@code SitesStress LIBRARY FILE key=value...}. Prints one
 * line of JSON, what it called, and exits while its threads go on.
 *
 * <ul>
 *   <li>{@code seconds}: how long
 *   <li>{@code rate}: of LaunchSite
 * </ul>
 */
public final class SitesStress {
  private static final int ENOUGH_OVERFLOWS = 100;
  private static final String SYNCHRONIZE = "hipDeviceSynchronize";

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 5);
  private final long synchronize = Pointer.nativeValue(gpu.runtime.getFunction(SYNCHRONIZE));
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Of one thread. */
  private long deepCalls;

  /** Of the same: in some of them a call is made at the very end of the stack. */
  private final AtomicInteger overflows = new AtomicInteger();

  private SitesStress() {}

  /** See the class. */
  public static void main(String[] arguments) throws Exception {
    System.load(Path.of(arguments[0]).toAbsolutePath().toString());
    Map<String, String> options = new TreeMap<>();
    for (String argument : Arrays.asList(arguments).subList(2, arguments.length)) {
      String[] parts = argument.split("=", 2);
      options.put(parts[0], parts[1]);
    }
    SitesStress stress = new SitesStress();
    try (Recording recording = stress.start(options)) {
      stress.run(Long.parseLong(options.getOrDefault("seconds", "10")));
      recording.stop();
      recording.dump(Path.of(arguments[1]));
    }
    Map<String, Object> result = stress.counts.toMap();
    result.put("deepCalls", stress.deepCalls);
    System.out.println("sites: " + Json.of(new TreeMap<>(result)));
    System.out.flush();
    // And the end of the JVM in the midst of it.
    Recording last = stress.start(options);
    stress.stop.set(false);
    stress.startAll();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    System.exit(stress.failure.get() == null && last != null ? 0 : 1);
  }

  private Recording start(Map<String, String> options) {
    Recording recording = new Recording();
    recording
        .enable("rocjfr.LaunchSite")
        .with("rate", options.getOrDefault("rate", "0"))
        .with("operations", "hipModuleLaunchKernel," + SYNCHRONIZE);
    recording.enable("rocjfr.LaunchSiteCounts");
    recording.enable("jdk.DataLoss");
    recording.enable("rocjfr.GpuAllocation").with("rate", "0");
    recording.enable("rocjfr.LiveGpuAllocation");
    recording.start();
    return recording;
  }

  private void run(long seconds) throws Exception {
    startAll();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while ((System.nanoTime() < end || overflows.get() < ENOUGH_OVERFLOWS)
        && failure.get() == null) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    threads.clear();
    if (failure.get() != null) {
      throw new IllegalStateException(failure.get());
    }
  }

  private interface Step {
    void run() throws Throwable;
  }

  private void startAll() {
    loop("launch", () -> launch());
    loop("launch-2", () -> launch());
    loop("short", () -> LoadThreads.join(LoadThreads.start(false, "short-lived", this::launch)));
    loop("attached", () -> counts.add("calls/" + SYNCHRONIZE, NativeSites.attached(synchronize)));
    loop("pending", this::pending);
    loop("between", this::between);
    loop("critical", this::critical);
    loop("deep", this::deep);
    loop("memory", () -> gpu.free(counts, gpu.malloc(counts, 4096)));
    loop("commands", this::commands);
    foreignCritical().ifPresent(step -> loop("foreign", step));
    if (Runtime.version().feature() >= 21) {
      loop("virtual", this::virtualThreads);
    }
  }

  private void loop(String name, Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                do { // once, however late it gets a processor
                  step.run();
                } while (!stop.get());
              } catch (Throwable t) {
                t.printStackTrace();
                failure.compareAndSet(null, t);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  private void launch() {
    for (int i = 0; i < 20; i++) {
      gpu.launchEmpty(counts, 1, 0);
    }
    gpu.synchronizeDevice(counts);
  }

  @SuppressWarnings("ThreadPriorityCheck") // yield has virtual threads move
  private void virtualThreads() {
    Thread[] some = new Thread[8];
    for (int i = 0; i < some.length; i++) {
      some[i] =
          LoadThreads.start(
              true,
              "virtual",
              () -> {
                for (int n = 0; n < 20; n++) {
                  gpu.launchEmpty(counts, 1, 0);
                  Thread.yield();
                }
              });
    }
    Arrays.asList(some).forEach(LoadThreads::join);
    gpu.synchronizeDevice(counts);
  }

  private void between() {
    NativeSites.between(synchronize);
    counts.add("calls/" + SYNCHRONIZE, 2);
  }

  private void pending() {
    counts.add("calls/" + SYNCHRONIZE);
    try {
      NativeSites.pending(synchronize);
      throw new AssertionError("the pending exception is gone");
    } catch (IllegalStateException e) {
      if (!"pending".equals(e.getMessage())) {
        throw new AssertionError("another exception", e);
      }
    }
  }

  private void critical() {
    NativeSites.critical(synchronize, new byte[64], 20);
    counts.add("calls/" + SYNCHRONIZE, 20);
  }

  /** Calls at any depth of the stack, the last ones with a few frames left. */
  private void deep() {
    try {
      descend(0, 1 + ThreadLocalRandom.current().nextInt(20));
      throw new AssertionError("the stack has no end");
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
    }
  }

  @SuppressWarnings("InfiniteRecursion") // to the end of the stack
  private int descend(int depth, int stride) {
    if (depth > 500 && depth % (50 * stride) == 0) {
      shallow();
    }
    return descend(depth + 1, stride) + 1;
  }

  /** The call is counted where it was made: it is native to its end, or not made at all. */
  private void shallow() {
    NativeSites.plain(synchronize);
    deepCalls++;
  }

  private void commands() throws Exception {
    ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    var server = ManagementFactory.getPlatformMBeanServer();
    String[] signature = {String[].class.getName()};
    server.invoke(commands, "threadPrint", new Object[] {new String[0]}, signature);
    server.invoke(commands, "gcRun", new Object[0], new String[0]);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
  }

  /** A critical call of the foreign-function API, from JDK 22 on. */
  private Optional<Step> foreignCritical() {
    if (Runtime.version().feature() < 22) {
      return Optional.empty();
    }
    try {
      Class<?> linker = Class.forName("java.lang.foreign.Linker");
      Class<?> option = Class.forName("java.lang.foreign.Linker$Option");
      Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
      Class<?> descriptor = Class.forName("java.lang.foreign.FunctionDescriptor");
      Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
      Object layoutInt =
          Class.forName("java.lang.foreign.ValueLayout").getField("JAVA_INT").get(null);
      Object empty = java.lang.reflect.Array.newInstance(layout, 0);
      Object ofInt =
          descriptor.getMethod("of", layout, empty.getClass()).invoke(null, layoutInt, empty);
      Object options = java.lang.reflect.Array.newInstance(option, 1);
      java.lang.reflect.Array.set(
          options, 0, option.getMethod("critical", boolean.class).invoke(null, false));
      Method downcall = linker.getMethod("downcallHandle", segment, descriptor, options.getClass());
      Object handle =
          downcall.invoke(
              linker.getMethod("nativeLinker").invoke(null),
              segment.getMethod("ofAddress", long.class).invoke(null, synchronize),
              ofInt,
              options);
      var call = (java.lang.invoke.MethodHandle) handle;
      return Optional.of(
          () -> {
            int result = (int) call.invoke();
            counts.add("calls/" + SYNCHRONIZE);
            if (result != 0) {
              throw new AssertionError("hipError_t " + result);
            }
          });
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
