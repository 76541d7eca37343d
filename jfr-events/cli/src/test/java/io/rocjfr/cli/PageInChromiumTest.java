// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a browser. {@code -Drocjfr.page.events=1000000} makes it as large as is promised;
 * without it the test takes less long.
 */
class PageInChromiumTest {
  private static final int EVENTS = Integer.getInteger("rocjfr.page.events", 60_000);
  private static final long MOST_BYTES = 40_000_000;
  private static final int FRAMES = 60;
  private static final int FRAMES_A_SECOND = 30;

  /**
   * The median time of drawing at all steps of zooming in, in ms, without what the browser adds.
   */
  private static final String DRAWING =
      "(() => { const t = Page.timeline(); t.show(...t.whole); const times = [];"
          + "for (let i = 0; i < 60; i++) { const begin = performance.now(); t.draw();"
          + "times.push(performance.now() - begin); t.zoom(0.86); }"
          + "return times.sort((a, b) => a - b)[30]; })()";

  @TempDir Path folder;

  @Test
  void itIsSmallAndQuickAndJoinsCallsWithTheirWork() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("large.jfr");
    Path page = folder.resolve("large.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int i = 0; i < EVENTS / 2; i++) {
        long begin = 20_000L * i;
        maker.launch("kernel_" + i % 9, 0, 1 + i % 3, i + 1, begin, 4_000, begin + 7_000, 11_000);
      }
      maker.dump(file);
    }
    long began = System.nanoTime();
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    double written = (System.nanoTime() - began) / 1e9;
    assertThat(Files.size(page)).isLessThan(MOST_BYTES);

    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      long start = browser.evaluate("Page.started").asLong();
      assertThat(inTheMiddle(browser)).isEqualTo("overview");
      browser.evaluate("Page.show('timeline')");
      assertThat(inTheMiddle(browser)).isEqualTo("timeline");
      browser.evaluate("Page.show('overview')");
      assertThat(inTheMiddle(browser)).isEqualTo("overview");
      keep(browser, "overview.png");
      assertThat(browser.evaluate("Data.types.reduce((n, type) => n + type.size, 0)").asInt())
          .isEqualTo(EVENTS / 2 * 2);
      browser.evaluate("Page.show('timeline')");
      // What is drawn says more than how long it took: another program may have the processor.
      long before = browser.processorNanos();
      double frame =
          browser
              .evaluate(
                  "Page.timeline().bench("
                      + FRAMES
                      + ").then(times => times.sort((a, b) => a - b)[times.length >> 1])")
              .asDouble();
      double millis = (browser.processorNanos() - before) / 1e6 / FRAMES;
      double drawing = browser.evaluate(DRAWING).asDouble();
      System.out.printf(
          "%d events: %d bytes, written in %.1f s, first picture after %d ms, %.0f frames a second"
              + " (median), %.1f ms of all processors a frame, of which %.1f drawing, %s MB in the"
              + " tab%n",
          EVENTS,
          Files.size(page),
          written,
          start,
          1000 / frame,
          millis,
          drawing,
          browser.evaluate("Math.round(performance.memory.usedJSHeapSize / 1e6)"));
      if (Integer.getInteger("rocjfr.page.events") != null) { // measured by hand: CONTRIBUTING.md
        assertThat(millis).as("of all its processes together").isLessThan(1000.0 / FRAMES_A_SECOND);
      }

      JsonNode joined =
          browser.evaluate(
              "(async () => { const type = Data.types.find(one => one.kind === 'kernel');"
                  + "await Page.timeline().select({type, i: 41}, true);"
                  + "const call = Page.timeline().joined;"
                  + "return {joined: call.length, kind: call[0].type.kind, i: call[0].i,"
                  + "shown: document.getElementById('details').textContent}; })()");
      assertThat(joined.get("joined").asInt()).isEqualTo(1);
      assertThat(joined.get("kind").asText()).isEqualTo("call");
      assertThat(joined.get("i").asInt()).isEqualTo(41);
      assertThat(
              browser
                  .evaluate("Page.search('kernel_3'); document.getElementById('found').textContent")
                  .asText())
          .matches("[0-9,]+ events");
      for (String part : new String[] {"copies", "calls", "ranges", "overview", "kernels"}) {
        browser.evaluate("Page.show('" + part + "')");
      }
      // A table is filled some frames after its part is shown.
      assertThat(
              browser
                  .evaluate(
                      "new Promise(done => { const look = () => {"
                          + "const rows = document.querySelectorAll('#kernels .tabulator-row');"
                          + "rows.length ? done(rows.length) : requestAnimationFrame(look); };"
                          + "look(); })")
                  .asInt())
          .isEqualTo(9);
      // Parts that are hidden are told of a new width, too.
      browser.resize(1100, 700);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Calls of OpenCL lie with their thread, though they have a queue; its work with its device. */
  @Test
  void callsOfOpenClAreNoWorkOfItsDevice() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("opencl.jfr");
    Path page = folder.resolve("opencl.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.openClCall("clBuildProgram", "", -1, 0, 0, 1_000_000);
      maker.openClCall("clFinish", "", 0, 1, 1_000_000, 1_000_000);
      maker.openClKernel("scale", 1_000_000, 500_000);
      maker.kernel("add", 0, 1, 0, 500_000);
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      browser.evaluate("Page.started");
      assertThat(
              browser
                  .evaluate(
                      "Lanes.build().map(group => group.name + ': '"
                          + "+ group.lanes.map(lane => lane.name).join()).join('; ')")
                  .asText())
          .isEqualTo("GPU 0: queue 1; pocl: queue 0; worker · 4711: calls");
      assertThat(
              browser.evaluate("document.querySelector('#overview .tiles').textContent").asText())
          .contains("GPU 0 busy while recorded", "pocl busy while recorded");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /**
   * Stacks, memory and telemetry, seen by eye with -Drocjfr.pictures=FOLDER; nothing is fetched.
   */
  @Test
  void stacksAndWhatWasMeasured() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("stacks.jfr");
    Path page = folder.resolve("stacks.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      Thread thread = new Thread(new LaunchingProgram(maker, 20)); // nothing of the test's frames
      thread.start();
      thread.join();
      for (int i = 0; i < 40; i++) {
        maker.memory(0, "device", (40 + (long) i * i) << 20, 3L << 30);
        maker.memory(0, "host", 64L << 20);
        maker.telemetry(0, Math.abs(Math.sin(i / 6.0)), (900 + 10L * i) << 20, 120.0 + i);
      }
      maker.live(
          1, "hipMalloc", 1 << 20, 1, "app.Cache.fill(Cache.java:17)\napp.Main.main(Main.java:4)");
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 900)) {
      for (String theme : new String[] {"light", "dark"}) {
        browser.prefer(theme);
        browser.open(page);
        browser.evaluate("Page.started");
        assertThat(
                browser.evaluate("document.querySelectorAll('.series svg.drawn').length").asInt())
            .isEqualTo(4);
        assertThat(
                browser
                    .evaluate(
                        "[...document.querySelectorAll('.series .key')].map(key => key.textContent)"
                            + ".join()")
                    .asText())
            .contains(
                "GPU 0 device 1.52\u00a0GiB at the end, peak 3.00\u00a0GiB",
                "GPU 0 host 64.0\u00a0MiB at the end, peak 64.0\u00a0MiB");
        keep(browser, "measured-" + theme + ".png");
        browser.evaluate("Page.show('stacks')");
        assertThat(
                browser
                    .evaluate(
                        "new Promise(done => { const look = () => {"
                            + "const rows = document.querySelectorAll('#stacks .tabulator-row');"
                            + "rows.length ? done(rows.length) : requestAnimationFrame(look); };"
                            + "look(); })")
                    .asInt())
            .isEqualTo(5); // gemm by four lines, softmax by one
        assertThat(browser.evaluate("document.querySelectorAll('#stacks g.frame').length").asInt())
            .isGreaterThan(8);
        assertThat(
                browser.evaluate("document.querySelector('#stacks .stack').textContent").asText())
            .contains("gemm", "lambda$sevenTimes$");
        keep(browser, "stacks-" + theme + ".png");
        browser.evaluate("document.querySelector('#stacks button[value=live_bytes]').click()");
        assertThat(
                browser.evaluate("document.querySelector('#stacks .about').textContent").asText())
            .isEqualTo(
                "GPU memory allocated and not freed: 1.00\u00a0MiB; every call was recorded, so"
                    + " all numbers are exact");
        // Not even a request that failed.
        assertThat(
                browser
                    .evaluate(
                        "performance.getEntriesByType('resource')"
                            + ".filter(one => !/^(data|blob):/.test(one.name)).length")
                    .asInt())
            .isZero();
      }
      browser.evaluate("Page.theme('light')"); // draws again what is hidden, too
      browser.evaluate("Page.show('overview')");
      browser.evaluate("Page.theme('dark')");
      browser.resize(900, 700);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void anEventThatIsSelectedWhileAnotherOneIsRead() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("two.jfr");
    Path page = folder.resolve("two.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      for (int i = 0; i < 5; i++) {
        maker.launch("gemm", 0, 1, i + 1, 1_000L * i, 100, 1_000L * i + 200, 300);
      }
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      browser.evaluate("Page.started");
      String one = "type.load('correlationId')";
      String both = "Data.types.flatMap(type => [" + one + ", " + one + "])";
      assertThat(browser.evaluate("Promise.all(" + both + ").then(() => 'read')").asText())
          .isEqualTo("read");
    }
  }

  /** What was recorded, not the name of a file; of a runtime once, what was said last. */
  @Test
  void theHeaderSaysWhatWasRecorded() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path page = folder.resolve("out.html");
    TargetFile target = TargetFile.of(page);
    target.call("app.Main");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.status("", "", -1, "noRuntime");
      maker.status("/opt/rocm/lib/libamdhip64.so", "6.4.3", -1, "off");
      maker.process(7, "node3", 4711, 2);
      maker.kernel("gemm", 0, 1, 0, 1_000_000);
      maker.lostByJfr(3_000_000, 3_000_000);
      maker.dump(target.recording());
    }
    target.finish(
        new Progress(new TextOutput(new PrintWriter(new StringWriter())), false, false), null);
    assertThat(target.recording()).doesNotExist();
    try (Chromium browser = new Chromium(program.get(), 1440, 900)) {
      browser.open(page);
      browser.evaluate("Page.started");
      assertThat(browser.evaluate("document.title").asText()).isEqualTo("app.Main · rocjfr");
      assertThat(browser.evaluate("document.getElementById('what').textContent").asText())
          .matches(
              "app\\.Main · process 4711 on node3 · 2\\d{3}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d · .*");
      assertThat(browser.evaluate("document.documentElement.innerText").asText())
          .contains("of events of all kinds by JFR itself")
          .containsOnlyOnce("HIP 6.4.3, tracer on")
          .doesNotContain("tracer off", target.recording().getFileName().toString());
      browser.evaluate("Page.show('kernels')");
      assertThat(browser.evaluate("document.querySelector('#kernels b').textContent").asText())
          .isEqualTo("1 dispatch of 1 kernel");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** The part that is seen, whichever is said to be shown. */
  private static String inTheMiddle(Chromium browser) throws Exception {
    return browser
        .evaluate(
            "(() => { const at = document.querySelector('main').getBoundingClientRect();"
                + "return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)"
                + ".closest('main > section').id; })()")
        .asText();
  }

  private static void keep(Chromium browser, String name) throws Exception {
    String pictures = System.getProperty("rocjfr.pictures");
    if (pictures != null) {
      browser.evaluate("new Promise(done => setTimeout(done, 400))"); // colours fade in
      browser.screenshot(Path.of(pictures, name));
    }
  }

  /** Memory was measured for longer than the GPU worked: busy and memory have one axis of time. */
  @Test
  void allChartsHaveOneAxisOfTimeWhoseLabelsAreWhole() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("axes.jfr");
    Path page = folder.resolve("axes.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      for (int i = 0; i < 40; i++) {
        maker.memory(0, "device", (40 + (long) i) << 20);
        maker.telemetry(0, 0.5, 900L << 20, 120.0);
        maker.kernel("gemm", 0, 1, 10_000_000L + i, 500);
      }
      maker.kernel("gemm", 0, 1, 1_000_000_000, 500);
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 900)) {
      browser.open(page);
      browser.evaluate("Page.started");
      for (int width : new int[] {1440, 1013, 811}) {
        browser.resize(width, 800);
        JsonNode axes =
            browser.evaluate(
                "[...document.querySelectorAll('#busy, svg.drawn')].map(chart => {"
                    + "const end = chart.getBoundingClientRect().right; return {"
                    + "places: Object.fromEntries([...chart.querySelectorAll('.axis .tick line')]"
                    + ".filter(line => line.hasAttribute('y2')).map(line => ["
                    + "line.parentNode.textContent,"
                    + "line.getBoundingClientRect().x - chart.getBoundingClientRect().x])),"
                    + "cut: [...chart.querySelectorAll('.axis text')]"
                    + ".filter(text => text.getBoundingClientRect().right > end)"
                    + ".map(text => text.textContent)}; })");
        assertThat(axes).hasSize(5);
        for (JsonNode axis : axes) {
          assertThat(axis.get("cut")).as("at %d", width).isEmpty();
          assertThat(axis.get("places")).as("at %d", width).isEqualTo(axes.get(0).get("places"));
        }
        assertThat(axes.get(0).get("places").size()).isGreaterThan(3);
      }
      browser.evaluate("Page.show('timeline')");
      JsonNode cut =
          browser.evaluate(
              "(() => { const t = Page.timeline(); const cut = []; const real = t.context.fillText;"
                  + "let seen = new Set(); t.context.fillText = (text, x, y) => {"
                  + "if (seen.has(text) || text.length > 16 && x > t.gutter) cut.push(text);"
                  + "seen.add(text);"
                  + "if (x + t.context.measureText(text).width > t.width) cut.push(text); };"
                  + "for (let i = 0; i < 400; i++) { seen = new Set(); t.drawRuler(); t.zoom(0.97);"
                  + "t.from += 1.7 / t.scale; t.to += 1.7 / t.scale; }"
                  + "t.context.fillText = real; return cut; })()");
      assertThat(cut).isEmpty();
      // Of a window that was asked for all charts show no more than that.
      assertThat(CliRun.of("page", file, "-o", page, "--to", "1ms").code()).isZero();
      browser.open(page);
      browser.evaluate("Page.started");
      assertThat(browser.evaluate("Data.facts.series.end").asLong()).isNotZero();
      JsonNode shown = browser.evaluate("TimeAxis.scale(1000).domain()");
      assertThat(shown.get(0).asLong()).isZero();
      assertThat(shown.get(1).asLong()).isBetween(500L, 1_000_000L);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** With 0.1 % of the time busy, a lane looks it: of each column of pixels as little is filled. */
  @Test
  void aLaneThatIsHardlyBusyLooksIt() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("sparse.jfr");
    Path page = folder.resolve("sparse.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int i = 0; i < 10_000; i++) {
        maker.kernel("tiny", 0, 1, 100_000L * i, 100);
        maker.kernel("long", 0, 2, 100_000L * i, 90_000);
      }
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      browser.evaluate("Page.started");
      JsonNode filled =
          browser.evaluate(
              "(() => { Page.show('timeline'); const t = Page.timeline(); t.draw();"
                  + "const share = name => { const item = t.items.find(one => one.lane"
                  + " && one.lane.name === name); let area = 0;"
                  + "const real = t.context.fillRect; t.context.fillRect ="
                  + " (x, y, w, h) => { area += w * h; };"
                  + "t.drawRow(item.lane, item.lane.rows[0], 100, 16);"
                  + "t.context.fillRect = real; return area / (t.drawn * 16); };"
                  + "return {tiny: share('queue 1'), long: share('queue 2')}; })()");
      assertThat(filled.get("tiny").asDouble()).isBetween(0.0, 0.11);
      assertThat(filled.get("long").asDouble()).isBetween(0.8, 0.95);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
