// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.picture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Draws one range of a recording as SVG: the picture in the README. Every box is an event of the
 * recording at its true time.
 *
 * <pre>
 *   java -cp tests/target/demo.jar io.rocjfr.picture.Timeline demo.jfr "iteration 50" &gt; timeline.svg
 * </pre>
 */
public final class Timeline {
  private static final int WIDTH = 1080;
  private static final int LEFT = 190;
  private static final int LANE = 30;
  private static final int TOP = 54;
  private static final String RANGE = "#7b6cb0";
  private static final String CALL = "#3b7dd8";
  private static final String COPY = "#2f9e6e";
  private static final String KERNEL = "#d9622b";

  private record Box(
      String lane, String text, String colour, Instant begin, Instant end, long id) {}

  private final List<Box> boxes = new ArrayList<>();
  private final List<String> lanes = new ArrayList<>();
  private final Instant begin;
  private final Duration length;
  private final String title;

  private Timeline(RecordedEvent range) {
    begin = range.getStartTime();
    length = range.getDuration();
    title = range.getString("message");
  }

  /**
   * Reads the recording and prints the picture.
   *
   * @param args the recording, and the message of the roctx range to draw
   * @throws IOException if the recording cannot be read
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: Timeline RECORDING.jfr ROCTX-RANGE");
      System.exit(2);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(Path.of(args[0]));
    RecordedEvent range =
        events.stream()
            .filter(e -> is(e, "RoctxRange") && args[1].equals(e.getString("message")))
            .findFirst()
            .orElse(null);
    if (range == null) {
      System.err.println(args[0] + ": has no roctx range \"" + args[1] + "\"");
      System.exit(2);
    }
    Timeline timeline = new Timeline(range);
    events.forEach(timeline::add);
    timeline.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
  }

  private static boolean is(RecordedEvent event, String type) {
    return event.getEventType().getName().equals("rocjfr." + type);
  }

  private void add(RecordedEvent event) {
    if (event.getStartTime().isBefore(begin) || event.getEndTime().isAfter(begin.plus(length))) {
      return;
    }
    if (is(event, "RoctxRange")) {
      add(event, "roctx, depth " + event.getInt("depth"), event.getString("message"), RANGE, 0);
    } else if (is(event, "HipApi")) {
      long id = event.getLong("correlationId");
      add(
          event,
          event.getString("threadName") + ": HIP API",
          event.getString("function"),
          CALL,
          id);
    } else if (is(event, "MemCopy")) {
      String text = event.getString("direction") + " " + event.getLong("bytes") / 1048576 + " MiB";
      add(event, gpu(event), text, COPY, event.getLong("correlationId"));
    } else if (is(event, "KernelDispatch")) {
      add(event, gpu(event), event.getString("kernel"), KERNEL, event.getLong("correlationId"));
    }
  }

  private static String gpu(RecordedEvent event) {
    return "GPU " + event.getInt("device") + ", queue " + event.getLong("queue");
  }

  private void add(RecordedEvent event, String lane, String text, String colour, long id) {
    boxes.add(new Box(lane, text, colour, event.getStartTime(), event.getEndTime(), id));
    if (!lanes.contains(lane)) {
      lanes.add(lane);
    }
  }

  private double x(Instant time) {
    double part = Duration.between(begin, time).toNanos() / (double) length.toNanos();
    return LEFT + part * (WIDTH - LEFT - 20);
  }

  private int y(String lane) {
    return TOP + lanes.indexOf(lane) * (LANE + 12);
  }

  private void print(PrintStream out) {
    lanes.sort(Comparator.comparing(Timeline::order));
    int height = TOP + lanes.size() * (LANE + 12) + 40;
    out.printf(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
        WIDTH, height);
    text(out, 16, 28, "#222222", escape(title) + " of one recording: " + micros(length));
    for (String lane : lanes) {
      text(out, 16, y(lane) + 20, "#444444", escape(lane));
      out.printf(
          Locale.ROOT,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#e4e4e4\"/>%n",
          LEFT,
          WIDTH - 20,
          y(lane) + LANE + 5,
          y(lane) + LANE + 5);
    }
    boxes.forEach(box -> join(out, box));
    boxes.forEach(box -> draw(out, box));
    text(
        out,
        LEFT,
        height - 14,
        "#666666",
        "dashed: joined by correlationId, from the call to the work that it submitted");
    out.println("</svg>");
  }

  private static String order(String lane) {
    return (lane.startsWith("roctx") ? "0" : lane.startsWith("GPU") ? "2" : "1") + lane;
  }

  private void draw(PrintStream out, Box box) {
    double from = x(box.begin());
    double width = Math.max(1.5, x(box.end()) - from);
    String label = box.text() + " " + micros(Duration.between(box.begin(), box.end()));
    out.printf(
        Locale.ROOT,
        "<g><title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"3\""
            + " fill=\"%s\"/>",
        escape(label),
        from,
        y(box.lane()),
        width,
        LANE,
        box.colour());
    int letters = (int) (width / 7.2);
    if (letters > 4) {
      String shown = label.length() <= letters ? label : label.substring(0, letters - 1) + "…";
      out.printf(
          Locale.ROOT,
          "<text x=\"%.1f\" y=\"%d\" fill=\"#ffffff\">%s</text>",
          from + 5,
          y(box.lane()) + 20,
          escape(shown));
    }
    out.println("</g>");
  }

  private void join(PrintStream out, Box work) {
    if (work.id() == 0 || !work.lane().startsWith("GPU")) {
      return;
    }
    for (Box call : boxes) {
      if (call.id() == work.id() && call.lane().endsWith("HIP API")) {
        out.printf(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#888888\""
                + " stroke-dasharray=\"4 3\"/>%n",
            x(call.begin()),
            y(call.lane()) + LANE,
            x(work.begin()),
            y(work.lane()));
      }
    }
  }

  private static void text(PrintStream out, int x, int y, String colour, String text) {
    out.printf("<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n", x, y, colour, text);
  }

  private static String micros(Duration duration) {
    long nanos = duration.toNanos();
    return nanos < 10_000_000
        ? String.format(Locale.ROOT, "%.0f µs", nanos / 1e3)
        : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
