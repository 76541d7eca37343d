// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * A cursor over decoded activities. Nothing is allocated per activity: {@link #next()} moves on,
 * and the other methods read the present activity.
 *
 * <p>Names are the same {@code String} objects from batch to batch. Not safe for use by another
 * thread, nor after {@link ActivityListener#onActivities} returned.
 */
public final class ActivityBatch {
  /** What {@link #result()} says where it is not known what a call returned. */
  public static final String UNKNOWN_RESULT = "unknown";

  private final long[] words;
  private final Object[] texts;
  private final int count;
  private int position = -1;
  private boolean ended;
  private int word;
  private int text;

  ActivityBatch(long[] words, Object[] texts, int count) {
    this.words = words;
    this.texts = texts;
    this.count = count;
  }

  /** How many activities the batch has. */
  public int size() {
    return count;
  }

  /**
   * Moves to the next activity.
   *
   * @return false if there is none
   */
  public boolean next() {
    if (position + 1 >= count) {
      ended = true;
      return false;
    }
    position++;
    word = position * BatchLayout.WORDS;
    text = position * BatchLayout.TEXTS;
    return true;
  }

  /** Back to before the first activity. */
  public void rewind() {
    position = -1;
    ended = false;
  }

  /** How many activities lie before the present one: all, if {@link #next} has said no. */
  int passed() {
    return ended ? count : Math.max(0, position);
  }

  /** What the activity is. */
  public ActivityKind kind() {
    return ActivityKind.of((int) words[word + BatchLayout.KIND]);
  }

  /** Whether this is a call of OpenCL or its work; false: HIP's, or roctx's. */
  public boolean isOpenCl() {
    return words[word + BatchLayout.OPENCL] != 0;
  }

  /** The function of an API call, the demangled name of a dispatch's kernel; otherwise null. */
  public String name() {
    return kind() == ActivityKind.ROCTX_RANGE || kind() == ActivityKind.ROCTX_MARK
        ? null
        : (String) texts[text + BatchLayout.NAME];
  }

  /**
   * What the function of an API call does: {@code launch}, {@code copy}, {@code wait}, {@code
   * memory}, {@code module}, {@code stream}, {@code event}, {@code graph}, {@code device} or {@code
   * other}, as {@code rocjfr.HipApi} has it. Null for what is no call.
   */
  public String category() {
    return (String) texts[text + BatchLayout.CATEGORY];
  }

  /** The kernel that the API call launches or the dispatch executes, demangled; otherwise null. */
  public String kernel() {
    return (String) texts[text + BatchLayout.KERNEL];
  }

  /** The kernel as the runtime spells it; null where there is none. */
  public String symbol() {
    return (String) texts[text + BatchLayout.SYMBOL];
  }

  /**
   * What an API call returned: the runtime's name of the error, e.g. {@code hipErrorOutOfMemory}.
   * Empty for success, and for {@code hipErrorNotReady}, which is an answer of queries. {@link
   * #UNKNOWN_RESULT} if the runtime does not tell it or was not asked. By default it is asked for
   * the functions that the setting {@code results} of {@code rocjfr.HipApi} names. It is also asked
   * for functions that running recordings name. Null for all but API calls.
   */
  public String result() {
    return (String) texts[text + BatchLayout.RESULT];
  }

  /** Whether it is known that the API call failed; false for every other activity. */
  public boolean failed() {
    String result = result();
    return result != null && !result.isEmpty() && !result.equals(UNKNOWN_RESULT);
  }

  /**
   * Where in Java an API call was made, without the frames of the way into native code: known of
   * calls that a running recording has picked for {@code rocjfr.LaunchSite}. Null for all others.
   */
  public StackTraceElement callSite() {
    return (StackTraceElement) texts[text + BatchLayout.CALL_SITE];
  }

  /** The message of a roctx range or mark; otherwise null. */
  public String message() {
    return kind() == ActivityKind.ROCTX_RANGE || kind() == ActivityKind.ROCTX_MARK
        ? (String) texts[text + BatchLayout.NAME]
        : null;
  }

  /** The begin, in nanoseconds since 1970-01-01T00:00:00Z. */
  public long beginEpochNanos() {
    return words[word + BatchLayout.BEGIN];
  }

  /** The end, in nanoseconds since 1970-01-01T00:00:00Z; never before the begin. */
  public long endEpochNanos() {
    return words[word + BatchLayout.BEGIN] + words[word + BatchLayout.DURATION];
  }

  /** The duration in nanoseconds, at least 0. */
  public long durationNanos() {
    return words[word + BatchLayout.DURATION];
  }

  /**
   * Joins an API call with the work that it submitted; 0 if there is none. For roctx ranges and
   * marks a negative number of their own.
   */
  public long correlationId() {
    return words[word + BatchLayout.CORRELATION_ID];
  }

  /** The innermost {@linkplain ExternalCorrelation external id} of the acting thread; 0 if none. */
  public long externalId() {
    return words[word + BatchLayout.EXTERNAL_ID];
  }

  /** The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown. */
  public int device() {
    return (int) words[word + BatchLayout.DEVICE];
  }

  /** The HSA agent (driver node) that did the work; -1 for activity on the host. */
  public int agentId() {
    return (int) words[word + BatchLayout.AGENT_ID];
  }

  /**
   * The hardware queue of the work, 0 for activity on the host; of OpenCL a small number of the
   * command queue.
   */
  public long queue() {
    return words[word + BatchLayout.QUEUE];
  }

  /** A small number that stays with the stream: 0 is the default stream, -1 none or unknown. */
  public int stream() {
    return (int) words[word + BatchLayout.STREAM];
  }

  /** The bytes copied, filled or allocated; 0 where there is no size. */
  public long bytes() {
    return words[word + BatchLayout.BYTES];
  }

  /** The direction of a copy. */
  public CopyDirection direction() {
    return CopyDirection.of((int) words[word + BatchLayout.DIRECTION]);
  }

  /** The dimensions of a copy, 1 to 3; 0 if unknown or no copy. */
  public int copyDimensions() {
    return (int) words[word + BatchLayout.SHAPE];
  }

  /**
   * Workgroups of a dispatch.
   *
   * @param dimension 0 to 2
   * @return 0 if unknown or no dispatch
   */
  public int grid(int dimension) {
    return (int) words[word + BatchLayout.GRID + checkDimension(dimension)];
  }

  /**
   * Work-items of a workgroup of a dispatch.
   *
   * @param dimension 0 to 2
   * @return 0 if unknown or no dispatch
   */
  public int workgroup(int dimension) {
    return (int) words[word + BatchLayout.WORKGROUP + checkDimension(dimension)];
  }

  /** Bytes of dynamic shared memory of a dispatch. */
  public long ldsBytes() {
    return words[word + BatchLayout.LDS_BYTES];
  }

  /** How many pushed ranges of the thread are around a roctx range or mark. */
  public int depth() {
    return (int) words[word + BatchLayout.DEPTH];
  }

  /** The id of a roctx start/stop range; 0 for every other activity. */
  public long rangeId() {
    return words[word + BatchLayout.RANGE_ID];
  }

  /** The operating system's id of the thread that acted or submitted the work; 0 if unknown. */
  public long osThreadId() {
    return words[word + BatchLayout.OS_THREAD_ID];
  }

  /** The Java thread id of that thread; -1 if unknown or no Java thread. */
  public long javaThreadId() {
    return words[word + BatchLayout.JAVA_THREAD_ID];
  }

  /** The name of that thread, as captured when it first acted; null if unknown. */
  public String threadName() {
    return (String) texts[text + BatchLayout.THREAD_NAME];
  }

  private static int checkDimension(int dimension) {
    if (dimension < 0 || dimension > 2) {
      throw new IllegalArgumentException("dimension " + dimension + " is not 0, 1 or 2");
    }
    return dimension;
  }
}
