// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program calls its kernels and ranges is text, not a part of the page. */
class HostileNamesTest {
  private static final String NAME = "<img src=x onerror='window.ran = true'>";

  /** Moves the mouse over the first such cell, and waits for what is shown then. */
  private static final String TIP =
      "new Promise(done => { const look = () => {"
          + "const tip = document.querySelector('.tabulator-tooltip');"
          + "if (tip) { done(tip.textContent); tip.remove(); return; }"
          + "const cell = document.querySelector('%s');"
          + "if (cell && !cell.isMoved) { cell.isMoved = true;"
          + "cell.dispatchEvent(new MouseEvent('mousemove', {bubbles: true})); }"
          + "requestAnimationFrame(look); }; look(); })";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void record() throws Exception {
    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    file = folder.resolve(NAME + ".jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.status(NAME, NAME, -1, NAME);
      maker.process(7, NAME, 4711, 2);
      maker.lost(NAME, NAME, 3);
      for (int i = 0; i < 5; i++) {
        maker.kernel(NAME, 0, 1, 1_000_000L * i, 100_000);
        maker.copy(NAME, 4096, 0, 1_000_000L * i, 50_000);
        maker.call(NAME, NAME, 1_000_000L * i, 10_000);
        maker.range(NAME, 5, 0, 1_000_000L * i, 500_000);
      }
      maker.mark(NAME);
      maker.memory(0, NAME, 1 << 20);
      maker.live(1, NAME, 1 << 20, 1, NAME + "\napp.Main.main(Main.java:4)");
      maker.dump(file);
    }
  }

  @Test
  void aPage() throws Exception {
    Path page = folder.resolve("page.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    Optional<Path> program = Chromium.installed();
    try (Chromium browser = new Chromium(program.get(), 1440, 900)) {
      browser.open(page);
      browser.evaluate("Page.started");
      for (String part : new String[] {"kernels", "copies", "calls", "ranges"}) {
        browser.evaluate("Page.show('" + part + "')");
        String cell = "#" + part + " .tabulator-row .tabulator-cell";
        assertThat(browser.evaluate(TIP.formatted(cell)).asText()).as(part).isEqualTo(NAME);
      }
      browser.evaluate("Page.show('stacks')");
      browser.evaluate("document.querySelector('#stacks button[value=live_bytes]').click()");
      for (String field : new String[] {"work", "by"}) {
        String cell = "#stacks .tabulator-row [tabulator-field=" + field + "]";
        assertThat(browser.evaluate(TIP.formatted(cell)).asText()).as(field).contains("<img");
      }
      browser.evaluate(
          "(async () => { Page.show('timeline');"
              + "for (const type of Data.types) for (const tip of [false, true]) {"
              + "if (!type.size) continue; await Page.timeline().select({type, i: 0}, true);"
              + "if (tip) { const host = document.createElement('p');"
              + "host.innerHTML = Details.tip({type, i: 0}); document.body.append(host); } } })()");
      assertNothingOfItIsPartOf(browser);
    }
  }

  @Test
  void aFlameGraph() throws Exception {
    Path page = folder.resolve("flame.html");
    assertThat(CliRun.of("flame", file, "--memory", "-o", page).code()).isZero();
    Optional<Path> program = Chromium.installed();
    try (Chromium browser = new Chromium(program.get(), 1440, 900)) {
      browser.open(page, "Flame");
      browser.evaluate(
          "document.querySelectorAll('#graph g.frame').forEach(frame =>"
              + "frame.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})))");
      assertThat(browser.evaluate("document.getElementById('graph').textContent").asText())
          .contains("<img");
      assertNothingOfItIsPartOf(browser);
    }
  }

  private static void assertNothingOfItIsPartOf(Chromium browser) throws Exception {
    assertThat(browser.evaluate("document.querySelectorAll('img, [onerror]').length").asInt())
        .isZero();
    assertThat(browser.evaluate("window.ran === undefined").asBoolean()).isTrue();
    assertThat(browser.complaints()).isEmpty();
  }
}
