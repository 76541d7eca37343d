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
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    assertThat(Files.size(page)).isLessThan(MOST_BYTES);

    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      long start = browser.evaluate("Page.started").asLong();
      assertThat(browser.evaluate("Data.types.reduce((n, type) => n + type.size, 0)").asInt())
          .isEqualTo(EVENTS / 2 * 2);
      browser.evaluate("Page.show('timeline')");
      // What is drawn says more than how long it took: another program may have the processor.
      long before = browser.processorNanos();
      browser.evaluate("Page.timeline().bench(" + FRAMES + ").then(times => times.length)");
      double millis = (browser.processorNanos() - before) / 1e6 / FRAMES;
      System.out.printf(
          "%d events: %d bytes, started in %d ms, %.1f ms of processors a frame, %s MB in the"
              + " tab%n",
          EVENTS,
          Files.size(page),
          start,
          millis,
          browser.evaluate("Math.round(performance.memory.usedJSHeapSize / 1e6)"));
      assertThat(millis).as("of all its processes together").isLessThan(1000.0 / FRAMES_A_SECOND);

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
