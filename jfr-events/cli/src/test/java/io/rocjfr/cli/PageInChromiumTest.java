// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
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
        assertThat(browser.evaluate("document.querySelector('.series .key').textContent").asText())
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
            .isEqualTo("GPU memory allocated and not freed: 1.00\u00a0MiB");
        // Not even a request that failed.
        assertThat(
                browser
                    .evaluate(
                        "performance.getEntriesByType('resource')"
                            + ".filter(one => !/^(data|blob):/.test(one.name)).length")
                    .asInt())
            .isZero();
      }
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
    }
  }
}
