// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of docs/page, of a program that never ran; only with {@code
 * -Drocjfr.pictures=FOLDER}: CONTRIBUTING.md. To be looked at.
 */
class DocumentationPicturesTest {
  @TempDir Path folder;

  @Test
  void ofThePage() throws Exception {
    String pictures = System.getProperty("rocjfr.pictures");
    assumeTrue(pictures != null, "pictures are made by hand");
    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    Path file = folder.resolve("training.jfr");
    Path page = folder.resolve("training.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.status("/opt/rocm/lib/libamdhip64.so.6", "6.4.3", 2, "on");
      Thread thread = new Thread(new Training(maker)); // nothing of the test's frames
      thread.start();
      thread.join();
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(Chromium.installed().get(), 1440, 860)) {
      browser.prefer("light");
      browser.open(page);
      browser.evaluate(
          "Page.started.then(() => { const what = document.getElementById('what');"
              + " what.textContent = what.textContent.replace(' · (unpackaged)', ''); })");
      keep(browser, pictures, "overview.png");
      browser.evaluate("Page.show('timeline')");
      keep(browser, pictures, "timeline-whole.png");
      browser.evaluate(
          "(async () => { const type = Data.types.find(one => one.kind === 'kernel');"
              + "const t = Page.timeline(); const i = type.size >> 2; const at ="
              + " type.begins.get(i); await t.select({type, i}, true);"
              + "t.show(at - 150000, at + 250000); })()");
      keep(browser, pictures, "timeline.png");
      browser.evaluate("Page.show('kernels')");
      keep(browser, pictures, "kernels.png");
      browser.evaluate("Page.show('stacks')");
      keep(browser, pictures, "stacks.png");
    }
  }

  private static void keep(Chromium browser, String pictures, String name) throws Exception {
    browser.evaluate(
        "new Promise(done => setTimeout(done, 600))"); // tables are filled, colours fade in
    browser.screenshot(Path.of(pictures, name));
  }
}
