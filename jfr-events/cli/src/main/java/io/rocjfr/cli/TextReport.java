// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.EndOfRecording;
import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.LossRemedies;
import io.rocjfr.figures.Units;
import io.rocjfr.figures.Unreported;
import io.rocjfr.figures.VisibleText;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Span;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** A summary for people. */
final class TextReport {
  static final int WIDTH = 110;
  static final String NOT_KNOWN = "-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private final Summary summary;
  private final TextOutput out;
  private final int top;
  private final SortKey sort;
  private final int width;
  private boolean pendingElsewhere;

  /**
   * Makes a report.
   *
   * @param top how many rows of each table, 0 for all
   * @param wide whether rows may be of any width
   */
  TextReport(Summary summary, TextOutput out, int top, SortKey sort, boolean wide) {
    this.summary = summary;
    this.out = out;
    this.top = top == 0 ? Integer.MAX_VALUE : top;
    this.sort = sort;
    width = wide ? Integer.MAX_VALUE : WIDTH;
  }

  /** What is missing of work is said elsewhere. */
  TextReport withoutPending() {
    pendingElsewhere = true;
    return this;
  }

  void print() {
    new TimeReport(summary.time()).printSentence(out, "", width);
    printFiles();
    printRuntimes();
    printLosses();
    printPending();
    printUntimed();
    if (!summary.hasActivity()) {
      out.println();
      out.println(
          "No GPU activity was recorded, although the agent was loaded. Either the program did"
              + " not use HIP or OpenCL,");
      out.println(
          "or the recording's settings disable the events. To see what the agent sees: rocjfr"
              + " check");
      return;
    }
    new TimeReport(summary.time()).print(out);
    new GpuReport(summary, out, top).print();
    printKernels();
    printCopies();
    printTimes(summary.api() + " API calls", "Function", "calls", summary.apiCalls(), false);
    printFailures();
    new RangeReport(summary, out, top, sort, width).print();
  }

  static void title(TextOutput out, String title, String remark) {
    out.println();
    out.println(Style.BOLD, title, remark.isEmpty() ? "" : " (" + remark + ")");
  }

  private void printFiles() {
    for (FileReport file : summary.files()) {
      if (file.events() == 0 && file.problem() != null) {
        continue; // The message about it says all.
      }
      out.println(Style.BOLD, "Recording", " " + file.file());
      if (file.endNanos() > file.beginNanos()) {
        out.printf(
            "  %s from %s to %s%n",
            Units.duration(file.endNanos() - file.beginNanos()),
            time(file.beginNanos()),
            time(file.endNanos()));
      }
      out.printf(
          "  %s in %s, %s, %s of rocjfr%n",
          Units.bytes(file.bytes()),
          Units.count(file.chunks(), "chunk", "chunks"),
          Units.count(file.events(), "event", "events"),
          Units.count(file.ownEvents()));
    }
    summary.overlaps().forEach(out::println);
    Span activity = summary.activity();
    if (!activity.isEmpty()) {
      out.printf(
          "%s used for %s, from %s to %s%n",
          summary.api() + (summary.api().contains(" and ") ? " were" : " was"),
          Units.duration(activity.nanos()),
          time(activity.begin()),
          time(activity.end()));
    }
  }

  /** What was last said of each runtime; that there was none is of interest only without any. */
  private void printRuntimes() {
    Map<String, TracedRuntime> latest = new LinkedHashMap<>();
    summary.runtimes().forEach(runtime -> latest.put(runtime.path(), runtime));
    if (latest.size() > 1) {
      latest.remove("");
    }
    latest.values().forEach(this::printRuntime);
  }

  private void printRuntime(TracedRuntime runtime) {
    if (runtime.path().isEmpty()) {
      // Who was killed may have had no time to say that HIP was found.
      out.println(
          summary.usedHip()
              ? "HIP was used. Its version is unknown, because the recording's last status is"
                  + " from before the tracer found it ("
                  + runtime.state()
                  + ")"
              : (summary.pending().isEndUnknown()
                      ? "HIP was not loaded when the tracer last looked"
                      : "HIP was not loaded by the program")
                  + (summary.api().equals("OpenCL")
                      ? ""
                      : describe(", tracer: ", runtime.state())));
    } else {
      out.println(
          "HIP "
              + runtime.version()
              + (runtime.devices() < 0
                  ? ""
                  : ", " + Units.count(runtime.devices(), "device", "devices"))
              + describe(", hook: ", runtime.hook())
              + describe(", tracer: ", runtime.state())
              + ", "
              + runtime.path());
    }
    if (!runtime.otherTools().isEmpty()) {
      out.println("Other tools in the process: " + runtime.otherTools());
    }
  }

  private static String describe(String name, String value) {
    return value.isEmpty() ? "" : name + value;
  }

  private void printLosses() {
    if (summary.jfrLostBytes() > 0) {
      out.println();
      out.println(
          Style.BOLD_RED,
          "LOST",
          " "
              + Units.bytes(summary.jfrLostBytes())
              + " of events of all kinds, by JFR itself. Its memory was full before it could"
              + " write them to the disk");
      out.println(
          "  (jdk.DataLoss, counted since the start of the threads). Give JFR more memory: java"
              + " -XX:FlightRecorderOptions=memorysize=64M");
    }
    if (summary.lost() == 0) {
      return;
    }
    out.println();
    out.println(
        Style.BOLD_RED,
        "LOST",
        " "
            + Units.count(summary.lost(), "record", "records")
            + ": the following figures are"
            + " incomplete.");
    TextTable table = new TextTable("Domain", "Cause", "Records");
    summary
        .losses()
        .forEach((loss, count) -> table.add(loss.domain(), loss.cause(), Units.count(count)));
    table.lines().forEach(out::println);
    LossRemedies.of(summary.losses().keySet().stream().map(LossCause::cause).toList())
        .forEach(remedy -> out.println("  " + remedy));
  }

  /** No loss: it was not over, or not told. */
  private void printPending() {
    if (!pendingElsewhere) {
      pendingLines(summary).forEach(out::println);
    }
  }

  /** What is missing of work, by file; that nothing is only where that is known. */
  static List<String> pendingLines(Summary summary) {
    List<RecordedPending.OfFile> files = summary.pending().files();
    boolean nothing = summary.isWhole() && summary.usedGpu();
    List<String> lines = new ArrayList<>(summary.notSeen());
    for (RecordedPending.OfFile file : files) {
      EndOfRecording.Found end = file.end();
      boolean missing = end.missing() != null && end.missing().any();
      if (files.size() > 1 && (missing || end.late().any() || end.unknown())) {
        lines.add(file.file() + ":");
      }
      if (end.unknown()) {
        lines.add(
            "It is unknown whether all finished work is in the file: the recording has no status"
                + " from its end. The JVM probably crashed, or ended without its exit handlers.");
      }
      if (missing || (nothing && files.size() == 1)) {
        lines.addAll(end.missing().sentences(end.late()));
      } else if (end.late().any()) {
        lines.add(end.late().sentence());
      }
      if (!end.byDevice().isEmpty()) {
        lines.add("  By device: " + end.byDevice());
      }
    }
    if (lines.isEmpty() && nothing) {
      lines.addAll(Unreported.NONE.sentences());
    }
    return lines;
  }

  private void printUntimed() {
    if (summary.untimed() > 0) {
      out.println(
          "Without times: "
              + Units.count(summary.untimed(), "piece", "pieces")
              + " of work. Either their OpenCL queues have no profiling, or HIP gave impossible"
              + " times.");
      out.println(
          "Counts and bytes below include this work. Times, shares and bandwidths do not. With"
              + " the agent's option");
      out.println("openclProfiling=always, all new OpenCL queues have times.");
    }
  }

  private void printKernels() {
    Map<String, Distribution> kernels = new LinkedHashMap<>();
    summary.kernels().forEach((name, kernel) -> kernels.put(name, kernel.statistics()));
    printTimes("Kernels", "Kernel", "dispatches", kernels, true);
  }

  private void printCopies() {
    if (summary.copies().isEmpty()) {
      return;
    }
    long total = total(summary.copies(), copies -> copies.statistics().total());
    long count = total(summary.copies(), copies -> copies.statistics().count());
    long bytes = total(summary.copies(), CopyStatistics::bytes);
    title(
        out,
        "Memory copies",
        Units.count(count) + ", " + Units.bytes(bytes) + ", " + Units.duration(total));
    TextTable table =
        new TextTable(
            "Direction",
            "Count",
            "Bytes",
            "Bandwidth",
            "Total",
            "Share",
            "Average",
            "p50",
            "p99",
            "Max");
    for (Map.Entry<String, CopyStatistics> row :
        sort.sort(summary.copies(), CopyStatistics::statistics)) {
      CopyStatistics copies = row.getValue();
      String[] times = times(copies.statistics(), total);
      table.add(
          row.getKey(),
          times[0],
          Units.bytes(copies.bytes()),
          Units.bandwidth(copies.bytesPerSecond()),
          times[1],
          times[2],
          times[3],
          times[4],
          times[5],
          times[6]);
    }
    table.lines().forEach(out::println);
  }

  private void printFailures() {
    printFailures("Failed " + summary.api() + " API calls", "Error", summary.failures());
    printFailures("Look-ups that found nothing", "Answer", summary.lookUps());
    long unknown = summary.unknownResults();
    if (unknown > 0) {
      Map.Entry<String, Long> most = summary.mostlyUnknown();
      out.printf(
          "The results of %s are unknown%s.%s%n",
          Units.count(unknown, "call", "calls")
              + (most.getValue() == unknown ? " of " + most.getKey() : ""),
          most.getValue() == unknown
              ? ""
              : ", " + Units.count(most.getValue()) + " of them " + most.getKey(),
          summary.unknownOfHip()
              ? " To record them: jcmd PID JFR.start '+rocjfr.HipApi#results=*'"
              : "");
    }
  }

  private void printFailures(String title, String error, List<FailedCall> failures) {
    if (failures.isEmpty()) {
      return;
    }
    long count = failures.stream().mapToLong(FailedCall::count).sum();
    title(out, title, Units.count(count));
    TextTable table = new TextTable("Function", error, "Count");
    for (FailedCall failure : failures.subList(0, Math.min(top, failures.size()))) {
      table.add(failure.function(), failure.error(), Units.count(failure.count()));
    }
    table.lines().forEach(out::println);
    printRest(out, failures.size() - Math.min(top, failures.size()));
  }

  private void printTimes(
      String title, String first, String things, Map<String, Distribution> all, boolean kernels) {
    if (all.isEmpty()) {
      return;
    }
    long total = total(all, Distribution::total);
    title(
        out,
        title,
        Units.count(total(all, Distribution::count)) + " " + things + ", " + Units.duration(total));
    TextTable table =
        new TextTable(first, "Count", "Total", "Share", "Average", "p50", "p99", "Max");
    List<Map.Entry<String, Distribution>> rows = sort.sort(all, Function.identity());
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Distribution> row : rows.subList(0, Math.min(top, rows.size()))) {
      String[] times = times(row.getValue(), total);
      table.add("", times[0], times[1], times[2], times[3], times[4], times[5], times[6]);
      names.add(VisibleText.of(row.getKey()));
    }
    int room = table.roomForFirst(width);
    List<String> shown =
        kernels
            ? KernelNames.shorten(names, room)
            : names.stream().map(name -> KernelNames.cut(name, room)).toList();
    for (int i = 0; i < shown.size(); i++) {
      table.setFirst(i, shown.get(i));
    }
    table.lines().forEach(out::println);
    printRest(out, rows.size() - names.size());
  }

  static void printRest(TextOutput out, int rows) {
    if (rows > 0) {
      out.println("  and " + Units.count(rows, "more row", "more rows") + " (--top 0 shows all)");
    }
  }

  /** Count, total, share, average, p50, p99 and max. */
  static String[] times(Distribution statistics, long total) {
    if (statistics.isUntimed()) {
      return new String[] {
        Units.count(statistics.count()),
        NOT_KNOWN,
        NOT_KNOWN,
        NOT_KNOWN,
        NOT_KNOWN,
        NOT_KNOWN,
        NOT_KNOWN
      };
    }
    return new String[] {
      Units.count(statistics.count()),
      Units.duration(statistics.total()),
      share(statistics.total(), total),
      Units.duration(statistics.average()),
      Units.duration(statistics.percentile(50)),
      Units.duration(statistics.percentile(99)),
      Units.duration(statistics.max())
    };
  }

  static String share(long part, long whole) {
    return Units.share(Units.share(part, whole));
  }

  private static <V> long total(Map<String, V> rows, Function<V, Long> value) {
    return rows.values().stream().mapToLong(value::apply).sum();
  }

  private static String time(long epochNanos) {
    return TIME.format(Fields.instant(epochNanos).atZone(ZoneId.systemDefault()));
  }
}
