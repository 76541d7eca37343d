// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program calls its threads, kernels and ranges is text, not a part of the page. */
class HostileNamesTest {
  /** What a name of a file can be. */
  private static final String NAME = "<img src=x onerror='window.ran = true'>";

  /** A string of Java's may end within a letter. */
  private static final char HALF_LETTER = '\ud83d';

  /** What ends scripts, comments, CDATA sections and JavaScript's lines, and is no whole text. */
  private static final String TEXT =
      NAME + "</script>-->]]>\u2028${x}`'\"" + HALF_LETTER + "<b onerror=window.ran=true>";

  /** As it is shown. */
  private static final String SHOWN = TEXT.replace(HALF_LETTER, '\ufffd');

  /** Moves the mouse over the first such cell, and waits for what is shown then. */
  private static final String TIP =
      "new Promise(done => { const look = () => {"
          + "const tip = document.querySelector('.tabulator-tooltip');"
          + "if (tip) { done(tip.textContent); tip.remove(); return; }"
          + "const cell = document.querySelector('%s');"
          + "if (cell && !cell.isMoved) { cell.isMoved = true;"
          + "cell.dispatchEvent(new MouseEvent('mousemove', {bubbles: true})); }"
          + "requestAnimationFrame(look); }; look(); })";

  /** The heads of the timeline's lanes. */
  private static final String THREADS =
      "Page.timeline().groups.map(group => group.name).join('\\n')";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void record() throws Exception {
    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    file = folder.resolve(NAME + ".jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.status(TEXT, TEXT, -1, TEXT);
      maker.process(7, TEXT, 4711, 2);
      maker.lost(TEXT, TEXT, 3);
      for (int i = 0; i < 5; i++) {
        maker.kernel(TEXT, 0, 1, 1_000_000L * i, 100_000);
        maker.copy(TEXT, 4096, 0, 1_000_000L * i, 50_000);
        maker.call(TEXT, TEXT, 1_000_000L * i, 10_000);
        maker.range(TEXT, 5, 0, 1_000_000L * i, 500_000);
        maker.callOfThread(TEXT, 4711, 1_000_000L * i, 10_000);
      }
      maker.mark(TEXT);
      maker.memory(0, TEXT, 1 << 20);
      maker.live(1, TEXT, 1 << 20, 1, TEXT + "\napp.Main.main(Main.java:4)");
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
        assertThat(whole(browser.evaluate(TIP.formatted(cell)))).as(part).isEqualTo(SHOWN);
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
      assertThat(whole(browser.evaluate(THREADS))).contains(SHOWN + " · 4711");
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

  /** Without half letters, which a console or a report cannot say. */
  private static String whole(JsonNode text) {
    return text.asText().replace(HALF_LETTER, '\ufffd');
  }

  private static void assertNothingOfItIsPartOf(Chromium browser) throws Exception {
    assertThat(browser.evaluate("document.querySelectorAll('img, [onerror]').length").asInt())
        .isZero();
    assertThat(browser.evaluate("window.ran === undefined").asBoolean()).isTrue();
    assertThat(browser.complaints()).isEmpty();
  }
}
