// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.ActivityBatch;
import io.rocjfr.figures.BoundedTable;
import io.rocjfr.figures.BusyTime;
import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.WhereTimeWent;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.JfrLosses;
import io.rocjfr.recording.Span;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordedEvent;

/** All that recordings say about the GPU, gathered event by event in bounded memory. */
final class Summary {
  private static final int RUNTIMES = 32;

  private final BoundedTable<Kernel> kernels = new BoundedTable<>(Kernel::new);
  private final BoundedTable<CopyStatistics> copies = new BoundedTable<>(CopyStatistics::new);
  private final BoundedTable<Distribution> apiCalls = new BoundedTable<>(Distribution::new);
  private final BoundedTable<Category> categories = new BoundedTable<>(Category::new);
  private final BoundedTable<Distribution> failures = new BoundedTable<>(Distribution::new);
  private final BoundedTable<Distribution> lookUps = new BoundedTable<>(Distribution::new);
  private final BoundedTable<LongAdder> unknownResults = new BoundedTable<>(LongAdder::new);
  private final BoundedTable<Distribution> marks = new BoundedTable<>(Distribution::new);
  private final RangeForest ranges = new RangeForest();
  private final Map<LossCause, Long> losses = new LinkedHashMap<>();
  private final JfrLosses jfrLosses = new JfrLosses();
  private final Map<GpuKey, GpuUse> devices = new TreeMap<>();
  // What was last said of each, by path.
  private final Map<String, ToldRuntime> runtimes = new LinkedHashMap<>();
  private final List<FileReport> files = new ArrayList<>();
  private final Span activity = new Span();
  private final BusyTime recorded = new BusyTime();

  /** Of the GPUs, in the present file. */
  private Span work = new Span();

  private final RecordedTime time = new RecordedTime();

  /** What calls took, in the present file. */
  private Span calls = new Span();

  private final RecordedPending pending = new RecordedPending();
  private final Overlaps overlaps = new Overlaps();
  private final Set<String> notSeen = new LinkedHashSet<>();
  private boolean broken;

  private long barriers;

  private boolean usedHip;
  private boolean usedOpenCl;
  private boolean unknownOfHip;
  private long untimed;

  void add(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case KERNEL_DISPATCH -> addDispatch(event);
      case MEM_COPY -> addCopy(event);
      case HIP_API -> {
        usedHip = true;
        addCall(event);
        pending.addCall(event);
      }
      case OPENCL_API -> {
        usedOpenCl = true;
        addCall(event);
      }
      case ROCTX_RANGE -> addRange(event);
      case ROCTX_MARK -> {
        marks.row(Fields.text(event, Field.MESSAGE, "(no message)")).add(0);
        include(event);
      }
      case BARRIER -> barriers++;
      case RECORDS_LOST ->
          losses.merge(
              new LossCause(
                  Fields.text(event, Field.DOMAIN, "(unknown)"),
                  Fields.text(event, Field.CAUSE, "(unknown)")),
              Fields.number(event, Field.COUNT, 0),
              Long::sum);
      case TRACER_STATUS -> addStatus(event);
      case PENDING_CALL -> pending.addPendingCall(event);
      default -> {
        // Of no use here, such as SpanContext; or of a later version.
      }
    }
  }

  /** Takes an event of others, the JVM's among them. */
  void addOther(RecordedEvent event) {
    jfrLosses.add(event);
    time.addOther(event);
  }

  /** To be called when all events of a file were added. */
  void endOfFile(FileReport report) {
    ranges.endOfFile();
    files.add(report);
    recorded.add(report.beginNanos(), report.endNanos());
    recorded.add(work.begin(), work.end());
    endTime(report);
    overlaps.add(
        report.file().toString(), report.beginNanos(), report.endNanos(), pending.processes());
    pending.endOfFile(report.file().toString());
    broken |= report.problem() != null;
  }

  /** Where the file does not say when it was recorded, its events do. */
  private void endTime(FileReport report) {
    Span whole = report.beginNanos() < report.endNanos() ? new Span() : calls;
    if (report.beginNanos() < report.endNanos()) {
      whole.include(report.beginNanos(), report.endNanos());
    }
    whole.include(work.begin(), work.end());
    time.endOfFile(whole, pending.pendingCalls());
    work = new Span();
    calls = new Span();
  }

  private void addDispatch(RecordedEvent event) {
    pending.addWork(event);
    String symbol = Fields.text(event, Field.SYMBOL, "");
    String kernel = Fields.text(event, Field.KERNEL, symbol.isEmpty() ? "(unknown)" : symbol);
    long queue = Fields.number(event, Field.QUEUE, -1);
    kernels.row(kernel).add(workNanos(event), symbol);
    if (Fields.isTimed(event)) {
      gpu(event).addDispatch(queue, Fields.begin(event), Fields.end(event));
    } else {
      gpu(event).addUntimedDispatch(queue);
      untimed++;
    }
    addWork(event, true);
  }

  private void addWork(RecordedEvent event, boolean dispatch) {
    time.addWork(event, Fields.gpu(event), isOpenCl(event), dispatch);
    work.include(Fields.begin(event), Fields.end(event));
    include(event);
  }

  private void addCall(RecordedEvent event) {
    String function = Fields.text(event, Field.FUNCTION, "(unknown)");
    apiCalls.row(function).add(nanos(event));
    Category category = categories.row(function);
    if (category.name == null) {
      category.name = Fields.text(event, Field.CATEGORY, FunctionCatalogue.OTHER);
    }
    String result = Fields.text(event, Field.RESULT, "");
    if (result.equals(ActivityBatch.UNKNOWN_RESULT)) {
      unknownResults.row(function).increment();
      unknownOfHip |= Fields.kind(event) == EventKind.HIP_API;
    } else if (!result.isEmpty()) {
      BoundedTable<Distribution> table =
          FunctionCatalogue.isAnswer(function, result) ? lookUps : failures;
      table.row(FailedCall.key(function, result)).add(nanos(event));
    }
    time.addCall(event, Fields.kind(event) == EventKind.OPENCL_API);
    calls.include(Fields.begin(event), Fields.end(event));
    include(event);
  }

  private void addCopy(RecordedEvent event) {
    pending.addWork(event);
    long bytes = Fields.number(event, Field.BYTES, 0);
    copies.row(Fields.text(event, Field.DIRECTION, "Unknown")).add(workNanos(event), bytes);
    if (Fields.isTimed(event)) {
      gpu(event).addCopy(bytes, Fields.begin(event), Fields.end(event));
    } else {
      gpu(event).addUntimedCopy(bytes);
      untimed++;
    }
    addWork(event, false);
  }

  private void addRange(RecordedEvent event) {
    String message = Fields.text(event, Field.MESSAGE, "(no message)");
    if (Fields.number(event, Field.RANGE_ID, 0) != 0) {
      ranges.addStartStop(message, nanos(event));
    } else {
      ranges.addNested(
          message,
          actor(event),
          (int) Fields.number(event, Field.DEPTH, 0),
          Fields.begin(event),
          Fields.end(event));
    }
    include(event);
  }

  /** A virtual thread's ranges are its own, whichever OS threads it was on. */
  private static long actor(RecordedEvent event) {
    long java = Fields.number(event, Field.JAVA_THREAD_ID, -1);
    return java > 0 ? java : -Fields.number(event, Field.OS_THREAD_ID, 0);
  }

  /** One word, and why. */
  private static String state(RecordedEvent event) {
    String state = Fields.text(event, Field.STATE, "");
    String message = Fields.text(event, Field.MESSAGE, "");
    return message.isEmpty() ? state : state + ": " + message;
  }

  private void addStatus(RecordedEvent event) {
    pending.add(event);
    String unseen = Fields.text(event, Field.NOT_SEEN, "");
    if (!unseen.isEmpty() && notSeen.size() < RUNTIMES) {
      notSeen.add(unseen);
    }
    TracedRuntime runtime =
        new TracedRuntime(
            Fields.text(event, Field.RUNTIME, ""),
            Fields.text(event, Field.VERSION, ""),
            Fields.text(event, Field.HOOK, ""),
            (int) Fields.number(event, Field.DEVICES, -1),
            state(event),
            Fields.text(event, Field.OTHER_TOOLS, ""));
    if (runtimes.containsKey(runtime.path()) || runtimes.size() < RUNTIMES) {
      runtimes.merge(
          runtime.path(),
          new ToldRuntime(event.getStartTime(), runtime),
          (known, told) -> told.at().isBefore(known.at()) ? known : told);
    }
  }

  // Files have events of several threads in any order.
  private record ToldRuntime(Instant at, TracedRuntime runtime) {}

  private GpuUse gpu(RecordedEvent event) {
    boolean openCl = isOpenCl(event);
    usedOpenCl |= openCl;
    usedHip |= !openCl;
    return devices.computeIfAbsent(Fields.gpu(event), unused -> new GpuUse());
  }

  private static boolean isOpenCl(RecordedEvent event) {
    return Fields.text(event, Field.API, "").equals("OpenCL");
  }

  private void include(RecordedEvent event) {
    activity.include(Fields.begin(event), Fields.end(event));
  }

  /** Less than 0 where nobody told. */
  private static long workNanos(RecordedEvent event) {
    return Fields.isTimed(event) ? Math.max(0, nanos(event)) : -1;
  }

  private static long nanos(RecordedEvent event) {
    return Fields.end(event) - Fields.begin(event);
  }

  Map<String, Kernel> kernels() {
    return kernels.rows();
  }

  Map<String, CopyStatistics> copies() {
    return copies.rows();
  }

  Map<String, Distribution> apiCalls() {
    return apiCalls.rows();
  }

  /** What a row of {@link #apiCalls} does, as the first event of its function says. */
  String category(String row) {
    return row.equals(BoundedTable.OTHERS) ? FunctionCatalogue.OTHER : categories.row(row).name;
  }

  private static final class Category {
    private String name;
  }

  /** Calls that are known to have failed, by function and error, the most frequent first. */
  List<FailedCall> failures() {
    return sorted(failures);
  }

  /** Look-ups that found nothing, likewise: they are no failures. */
  List<FailedCall> lookUps() {
    return sorted(lookUps);
  }

  private static List<FailedCall> sorted(BoundedTable<Distribution> calls) {
    return calls.rows().entrySet().stream()
        .map(row -> FailedCall.of(row.getKey(), row.getValue().count()))
        .sorted()
        .toList();
  }

  /** How many calls were recorded without what they returned. */
  long unknownResults() {
    return unknownResults.rows().values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The function that more of them called than any other, and how many did; there are some. */
  Map.Entry<String, Long> mostlyUnknown() {
    return unknownResults.rows().entrySet().stream()
        .map(row -> Map.entry(row.getKey(), row.getValue().sum()))
        .max(Map.Entry.comparingByValue())
        .orElseThrow();
  }

  Map<String, Distribution> marks() {
    return marks.rows();
  }

  RangeForest ranges() {
    return ranges;
  }

  Map<LossCause, Long> losses() {
    return losses;
  }

  Map<GpuKey, GpuUse> devices() {
    return devices;
  }

  /** As they were last told of, each once; what was told last comes last. */
  List<TracedRuntime> runtimes() {
    return runtimes.values().stream()
        .sorted(Comparator.comparing(ToldRuntime::at))
        .map(ToldRuntime::runtime)
        .toList();
  }

  List<FileReport> files() {
    return files;
  }

  /** From the first begin to the last end of what the program and its GPUs did. */
  Span activity() {
    return activity;
  }

  long barriers() {
    return barriers;
  }

  /** Of work that had been submitted and not reported when the recordings ended. */
  RecordedPending pending() {
    return pending;
  }

  /** Whether it is known that nothing is missing in the recordings. */
  boolean isWhole() {
    return pending.isComplete() && !broken && !hasLosses();
  }

  /** What JVMs did not show, and why. */
  List<String> notSeen() {
    return List.copyOf(notSeen);
  }

  /** What is to be said of recordings that overlap. */
  List<String> overlaps() {
    return overlaps.sentences();
  }

  /** Whether anything was lost, by us or by JFR itself. */
  boolean hasLosses() {
    return lost() > 0 || jfrLostBytes() > 0;
  }

  /** See {@link JfrLosses}. */
  long jfrLostBytes() {
    return jfrLosses.bytes();
  }

  long lost() {
    return losses.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * How long was recorded: the time of all files together, counted once where they overlap, and
   * what they hold of GPU work from before and after.
   */
  long recordedNanos() {
    return recorded.nanos();
  }

  /** Where the recorded time went. */
  WhereTimeWent time() {
    return time.went();
  }

  /** Whether anything was done through HIP or OpenCL. */
  boolean usedGpu() {
    return usedHip || usedOpenCl;
  }

  /** Whether anything was done through HIP. */
  boolean usedHip() {
    return usedHip;
  }

  /** Dispatches and copies of OpenCL's queues without profiling, whose length is not known. */
  long untimed() {
    return untimed;
  }

  /** Whether calls of HIP's are among those without what they returned. */
  boolean unknownOfHip() {
    return unknownOfHip;
  }

  /** What the program used, as people call it; HIP where only ranges were recorded. */
  String api() {
    return !usedOpenCl ? "HIP" : usedHip ? "HIP and OpenCL" : "OpenCL";
  }

  boolean hasActivity() {
    return !activity.isEmpty() || barriers > 0;
  }
}
