// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** The tracer core, {@code librocjfr.so}, of this process. */
public final class NativeTracer implements Tracer {
  /** A system property; AgentState of the command line knows it, too. */
  private static final String NOT_SEEN = "rocjfr.agent.notSeen";

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int SUCCESS = 0;
  private static final int ALREADY_INITIALIZED = -4;
  private static final int CLIENT_JAVA = 0;
  private static final int ERROR_BYTES = 512;

  private final ByteBuffer control;
  private final int longestWaitMillis;

  /** Guarded by this: calls that fill a structure are rare. */
  private final ByteBuffer threadInfo = buffer(88);

  private final ByteBuffer runtimeInfo = buffer(RuntimeInfoLayout.BYTES);

  /** Null until the tracer has one. */
  private volatile ByteBuffer virtualTable;

  private volatile boolean openClAlways;

  private NativeTracer(ByteBuffer control, TracerOptions options) {
    this.control = control;
    longestWaitMillis = options.lossless() ? options.losslessWaitMillis() : 0;
  }

  /**
   * Loads the library, compares its layout with ours and initialises it.
   *
   * @param path of librocjfr.so
   * @param ours its text names this jar, for messages
   * @throws TracerException says what is wrong, for the user
   */
  public static NativeTracer open(String path, TracerOptions options, Object ours)
      throws TracerException {
    bind(path, ours);
    ByteBuffer error = buffer(ERROR_BYTES);
    int status = NativeFunctions.initialize(options.toNative(), error);
    if (status != SUCCESS && status != ALREADY_INITIALIZED) {
      throw new TracerException(path + " cannot be initialised: " + text(error, 0, ERROR_BYTES));
    }
    String unused = text(error, 0, ERROR_BYTES);
    if (!unused.isEmpty()) { // the status of the runtime has it, too
      Log.warn("options " + unused + ".");
    }
    meetJvm(); // an agent's JVM is not listed yet
    if (ActingThread.isNeeded()) {
      NativeFunctions.setThreadQuery(ActingThread.class);
    }
    ByteBuffer page = NativeFunctions.control();
    if (page == null) {
      throw new TracerException(path + " has no control page");
    }
    return new NativeTracer(page.order(ByteOrder.nativeOrder()), options);
  }

  private static void bind(String path, Object ours) throws TracerException {
    try {
      NativeFunctions.bind(path, ours);
    } catch (UnsatisfiedLinkError e) {
      throw new TracerException(path + " cannot be loaded: " + reason(path, e), e);
    }
  }

  /**
   * The loader's reason, in one line. JNA tries several ways and tells of each in a line of its
   * own; the first is the path as it was given.
   */
  static String reason(String path, UnsatisfiedLinkError error) {
    Throwable[] attempts = error.getSuppressed();
    String text = String.valueOf((attempts.length == 0 ? error : attempts[0]).getMessage());
    String line = text.strip().replaceAll("\\s*\\R\\s*", "; ");
    String prefix = path + ": ";
    return line.startsWith(prefix) ? line.substring(prefix.length()) : line;
  }

  /** Defines a class in the bootstrap loader; the name with slashes. After {@link #open}. */
  public static void defineInBootLoader(String name, byte[] bytes) {
    NativeFunctions.defineInBootLoader(name, bytes);
  }

  /** Of the library. */
  public String version() {
    return NativeFunctions.version();
  }

  @Override
  public int ringCount() {
    return (int) (long) LONGS.getAcquire(control, Layout.CONTROL_RING_COUNT);
  }

  @Override
  public boolean takePublished() {
    return (long) LONGS.getOpaque(control, Layout.CONTROL_PUBLISHED) != 0
        && (long) LONGS.getAndSet(control, Layout.CONTROL_PUBLISHED, 0L) != 0;
  }

  @Override
  public boolean anyUnread() {
    return NativeFunctions.anyUnread() != 0;
  }

  @Override
  public ByteBuffer ring(int index) {
    return NativeFunctions.ring(index).order(ByteOrder.nativeOrder());
  }

  @Override
  public void setWanted(int domains) {
    NativeFunctions.setWanted(domains);
  }

  @Override
  public void setFilter(String functions, long thresholdNanos, boolean barriers) {
    NativeFunctions.setFilter(utf8(functions), thresholdNanos, barriers ? 1 : 0);
  }

  @Override
  public void setResults(String functions) {
    NativeFunctions.setResults(utf8(functions));
  }

  @Override
  public void startSites() {
    NativeFunctions.setSiteSink(SiteSink.class);
  }

  @Override
  public void setSites(SiteSettings settings) {
    NativeFunctions.setSites(utf8(settings.functions()), settings.rate());
    NativeFunctions.setAllocations(settings.picksAllocations() ? 1 : 0, settings.allocationRate());
  }

  @Override
  public void siteCounts(int kind, long[] counts) {
    NativeFunctions.siteCounts(kind, counts);
  }

  @Override
  public List<Memory> memory() {
    return MemoryRows.totals();
  }

  @Override
  public void liveAllocations(Consumer<Allocation> each) {
    MemoryRows.live(each);
  }

  @Override
  public int agentOfDevice(int device) {
    return device < 0 ? -1 : NativeFunctions.agentOfDevice(device);
  }

  @Override
  public long inFlight() {
    return NativeFunctions.inFlight();
  }

  @Override
  public long quiesce(int timeoutMillis, int idleMillis) {
    return NativeFunctions.quiesce(timeoutMillis, idleMillis);
  }

  @Override
  public int longestWaitMillis() {
    return longestWaitMillis;
  }

  @Override
  public long askReports() {
    return NativeFunctions.askReports();
  }

  @Override
  public boolean reportsToCome(long asked) {
    return NativeFunctions.reportsToCome(asked) != 0;
  }

  @Override
  public PendingWork pendingWork() {
    return PendingRows.read(0);
  }

  @Override
  public PendingWork pendingCalls(int most) {
    return PendingRows.read(most);
  }

  @Override
  public long abandonInFlight() {
    return NativeFunctions.abandonInFlight();
  }

  @Override
  public void await(int timeoutMillis) {
    NativeFunctions.wait(timeoutMillis);
  }

  @Override
  public void wake() {
    NativeFunctions.wake();
  }

  /** Looks for libraries once, where nobody watches. */
  public void poll() {
    NativeFunctions.poll();
  }

  @Override
  public void watch(int timeoutMillis) {
    NativeFunctions.watch(timeoutMillis);
  }

  @Override
  public boolean watchesIdle() {
    return openClAlways; // OpenCL may be loaded at any time, and not tell us
  }

  @Override
  public void endWatch() {
    NativeFunctions.endWatch();
  }

  @Override
  public void setExiting(boolean exiting) {
    NativeFunctions.setExiting(exiting ? 1 : 0);
  }

  @Override
  public void thisThreadIsOurs() {
    NativeFunctions.thisThreadDrains();
    meetJvm(); // surely a platform thread, whoever has opened the tracer
  }

  @Override
  public long lost(int domain, int cause) {
    return NativeFunctions.lost(domain, cause);
  }

  @Override
  public String lostCauseName(int cause) {
    return text(NativeFunctions.lostCauseName(cause));
  }

  @Override
  public String symbol(int nameRef) {
    return text(NativeFunctions.nameSymbol(nameRef));
  }

  @Override
  public String demangled(int nameRef) {
    return text(NativeFunctions.nameDemangled(nameRef));
  }

  @Override
  public synchronized ThreadEntry thread(int threadRef) {
    if (NativeFunctions.thread(threadRef, threadInfo) != SUCCESS) {
      return null;
    }
    boolean java = threadInfo.getInt(4) != 0;
    boolean named = java && threadInfo.getInt(80) != 0;
    long id = java ? threadInfo.getLong(8) : -1;
    String name = text(threadInfo, 16, 64);
    Thread thread = named ? NativeFunctions.threadObject(threadInfo.getInt(84)) : null;
    if (java && !named && !name.isEmpty()) { // the OS thread's, which may be cut
      thread = PlatformThreads.find(id);
      name = thread == null ? name : thread.getName();
    }
    // A virtual thread may have an empty name.
    String known = named || !name.isEmpty() ? name : null;
    return new ThreadEntry(threadRef, known, id, threadInfo.getInt(0), thread);
  }

  @Override
  public String apiName(int id) {
    return text(NativeFunctions.apiName(id));
  }

  @Override
  public int apiLast() {
    return NativeFunctions.apiLast();
  }

  @Override
  public String errorName(int error) {
    return text(NativeFunctions.errorName(error));
  }

  @Override
  public String kindName(int kind) {
    return text(NativeFunctions.kindName(kind));
  }

  @Override
  public synchronized RuntimeFacts runtime() {
    NativeFunctions.runtime(runtimeInfo);
    return RuntimeInfoLayout.read(runtimeInfo);
  }

  @Override
  public void setOpenClFilter(String functions, long thresholdNanos) {
    NativeFunctions.setOpenclFilter(utf8(functions), thresholdNanos);
  }

  /** Whether command queues get profiling also while nothing is recorded. */
  public void setOpenClProfiling(boolean always) {
    openClAlways = always;
    NativeFunctions.setOpenclProfiling(always ? 1 : 0);
  }

  @Override
  public String openClApiName(int id) {
    return text(NativeFunctions.openclApiName(id));
  }

  @Override
  public int openClApiLast() {
    return NativeFunctions.openclApiCount() - 1;
  }

  @Override
  public String openClErrorName(int error) {
    return text(NativeFunctions.openclErrorName(error));
  }

  @Override
  public String openCl() {
    return OpenClInfo.read();
  }

  /** The command line reads from other JVMs what is not seen there. */
  private static void meetJvm() {
    NativeFunctions.meetJvm();
    String unseen = unseen();
    try {
      if (unseen.isEmpty()) {
        System.getProperties().remove(NOT_SEEN);
      } else {
        System.getProperties().put(NOT_SEEN, unseen);
      }
    } catch (SecurityException e) { // the application's manager: then recordings alone say it
      Log.info("the property " + NOT_SEEN + " cannot be set: " + e.getMessage());
    }
  }

  @Override
  public String notSeen() {
    String unseen = unseen();
    long unknown = (long) LONGS.getAcquire(control, Layout.CONTROL_UNKNOWN_ACTORS);
    return !unseen.isEmpty() || unknown == 0
        ? unseen
        : ""
            + unknown
            + " records since the agent's start have no virtual thread and no"
            + " external id. The JVM cannot be asked there, for example in trivial foreign"
            + " calls on JDK 21 to 23.";
  }

  private static String unseen() {
    String problem = text(NativeFunctions.jvmProblem());
    return problem.isEmpty()
        ? ""
        : "Java threads, external ids on virtual threads and launch sites are not recorded."
            + " rocjfr does not read this JVM ("
            + System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.vm.version")
            + "): "
            + problem
            + ".";
  }

  @Override
  public boolean sampleGpuClock(long[] sample) {
    return NativeFunctions.sampleGpuClock(sample) == SUCCESS;
  }

  @Override
  public int agent(int deviceId) {
    return NativeFunctions.agent(deviceId);
  }

  @Override
  public int device(int deviceId) {
    return NativeFunctions.device(deviceId);
  }

  /** The calling thread's stack of external ids: depth, then 63 ids. */
  public ByteBuffer externalStack() {
    ByteBuffer stack = NativeFunctions.externalStack(CLIENT_JAVA);
    return stack == null ? null : stack.order(ByteOrder.nativeOrder());
  }

  /** The table of virtual threads' ids; null if the JVM does not tell which one runs where. */
  public ByteBuffer virtualThreads() {
    ByteBuffer table = virtualTable;
    if (table == null) { // each virtual thread asks for it
      table = NativeFunctions.virtualThreads();
      if (table != null) {
        table.order(ByteOrder.nativeOrder());
        virtualTable = table;
      }
    }
    return table;
  }

  public void roctxMark(String message) {
    NativeFunctions.roctxMark(utf8(message));
  }

  public int roctxPush(String message) {
    return NativeFunctions.roctxRangePush(utf8(message));
  }

  public int roctxPop() {
    return NativeFunctions.roctxRangePop();
  }

  public long roctxStart(String message) {
    return NativeFunctions.roctxRangeStart(utf8(message));
  }

  public void roctxStop(long id) {
    NativeFunctions.roctxRangeStop(id);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] utf8) {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** A zero-terminated text in a field of fixed size. */
  static String text(ByteBuffer buffer, int offset, int size) {
    byte[] bytes = new byte[size];
    int length = 0;
    while (length < size && buffer.get(offset + length) != 0) {
      bytes[length] = buffer.get(offset + length);
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
