// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's address says what is shown, Back goes there; keys of its dialog; a phone's width. */
class PageAddressTest {
  private static final int ESCAPE = 27;
  private static final int PHONE = 390;

  /**
   * What can be told of a part that is wider than the page, the table of which scrolls by itself.
   */
  private static final String TOO_WIDE =
      "[...document.querySelectorAll('main > section:not([hidden]), header, nav, .bar, #details')]"
          + ".filter(one => one.offsetParent && one.getBoundingClientRect().right > innerWidth + 1"
          + " || one.matches('section') && one.scrollWidth > one.clientWidth + 1)"
          + ".map(one => one.id || one.className || one.tagName).join()";

  @TempDir Path folder;

  private Path page() throws Exception {
    Path file = folder.resolve("address.jfr");
    Path page = folder.resolve("address.html");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      Thread thread = new Thread(new LaunchingProgram(maker, 5)); // nothing of the test's frames
      thread.start();
      thread.join();
      maker.dump(file);
    }
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    return page;
  }

  private static Path chromium() {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    return program.get();
  }

  private static String hash(Chromium browser) throws Exception {
    return browser.evaluate("location.hash").asText();
  }

  private static String state(Chromium browser) throws Exception {
    return browser
        .evaluate(
            "(() => { const t = Page.timeline(); const s = t.selected; return ["
                + "document.querySelector('main > section:not([hidden])').id,"
                + "Math.round(t.from - Data.begin), Math.round(t.to - Data.begin),"
                + "s ? s.type.name + '.' + s.i : 'none'].join(' '); })()")
        .asText();
  }

  /** Goes back, or elsewhere; and awaits that the page has followed. */
  private static void go(Chromium browser, String how) throws Exception {
    browser.evaluate(
        "new Promise(done => { addEventListener('popstate', () => setTimeout(done, 50),"
            + " { once: true }); "
            + how
            + "; })");
  }

  @Test
  void theAddressSaysWhatIsShownAndBackGoesThere() throws Exception {
    try (Chromium browser = new Chromium(chromium(), 1440, 860)) {
      browser.open(page());
      browser.evaluate("Page.started");
      assertThat(hash(browser)).isEqualTo("#overview");
      browser.evaluate("Page.timelineFrom(Data.begin + 1000000, Data.begin + 5000000)");
      assertThat(hash(browser)).isEqualTo("#timeline?from=1000000&to=5000000");
      browser.evaluate(
          "Page.timeline().select({ type: Data.types.find(one => one.kind === 'kernel'), i: 2 })");
      String selected = "#timeline?from=1000000&to=5000000&event=KernelDispatch.2";
      assertThat(hash(browser)).isEqualTo(selected);
      browser.evaluate("Page.timeline().pan(100)"); // the same place in the history
      browser.evaluate("Page.show('kernels')");
      assertThat(hash(browser)).isEqualTo("#kernels");

      go(browser, "history.back()");
      assertThat(state(browser)).startsWith("timeline ").endsWith(" KernelDispatch.2");
      assertThat(hash(browser)).as("as it was left").isNotEqualTo(selected);
      go(browser, "history.back()");
      assertThat(state(browser)).isEqualTo("timeline 1000000 5000000 none");
      go(browser, "history.back()");
      assertThat(state(browser)).startsWith("overview ");
      go(browser, "history.forward()");
      assertThat(state(browser)).isEqualTo("timeline 1000000 5000000 none");

      go(browser, "location.hash = '" + selected + "'");
      assertThat(state(browser)).isEqualTo("timeline 1000000 5000000 KernelDispatch.2");
      assertThat(browser.evaluate("document.getElementById('details').hidden").asBoolean())
          .isFalse();
      go(browser, "location.hash = '#timeline?from=x&to=7&event=Nothing.9'");
      assertThat(state(browser)).endsWith(" none");
      go(browser, "location.hash = '#nowhere'");
      assertThat(state(browser)).startsWith("overview ");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void theDialogClosesWithEscapeAndTheTimelineHasItsKeysAgain() throws Exception {
    try (Chromium browser = new Chromium(chromium(), 1440, 860)) {
      browser.open(page());
      browser.evaluate("Page.started");
      browser.evaluate("Page.show('timeline')");
      browser.key("?", 191);
      String open = "document.querySelector('#keys').open";
      assertThat(browser.evaluate(open).asBoolean()).isTrue();
      String before = state(browser);
      browser.key("w", 87);
      browser.key("?", 191);
      assertThat(state(browser)).isEqualTo(before);
      browser.key("Escape", ESCAPE);
      assertThat(browser.evaluate(open).asBoolean()).isFalse();
      browser.evaluate("Page.timeline().show(Data.begin, Data.begin + 1000)");
      browser.key("0", 48);
      assertThat(state(browser)).isEqualTo(before);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void itIsRightAtThePhonesWidth() throws Exception {
    try (Chromium browser = new Chromium(chromium(), PHONE, 844)) {
      browser.open(page());
      browser.evaluate("Page.started");
      for (String part :
          new String[] {"overview", "timeline", "kernels", "copies", "calls", "ranges", "stacks"}) {
        browser.evaluate("Page.show('" + part + "')");
        browser.evaluate("new Promise(done => setTimeout(done, 200))");
        assertThat(browser.evaluate(TOO_WIDE).asText()).as(part).isEmpty();
      }
      browser.evaluate("Page.show('timeline')");
      browser.evaluate(
          "Page.timeline().select({ type: Data.types.find(one => one.kind === 'call'), i: 0 })");
      assertThat(browser.evaluate(TOO_WIDE).asText()).isEmpty();
      assertThat(browser.evaluate("Page.timeline().drawn").asInt()).isGreaterThan(PHONE / 2);
      assertThat(
              browser
                  .evaluate("document.getElementById('drawn').getBoundingClientRect().height")
                  .asInt())
          .isGreaterThan(200);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** With {@code -Drocjfr.axe=FILE}, the axe.min.js of npm's axe-core: by hand. */
  @Test
  void axeFindsNothingCritical() throws Exception {
    String axe = System.getProperty("rocjfr.axe");
    assumeTrue(axe != null, "axe-core is not named");
    try (Chromium browser = new Chromium(chromium(), 1440, 860)) {
      browser.open(page());
      browser.evaluate("Page.started");
      browser.evaluate(Files.readString(Path.of(axe)) + "; 1");
      for (String part :
          new String[] {"overview", "timeline", "kernels", "copies", "calls", "ranges", "stacks"}) {
        browser.evaluate("Page.show('" + part + "')");
        browser.evaluate("new Promise(done => setTimeout(done, 500))");
        String found =
            browser
                .evaluate(
                    "axe.run().then(all => all.violations.map(one => one.impact + ' ' + one.id"
                        + " + ' ' + one.nodes[0].html.slice(0, 120)).join('\\n'))")
                .asText();
        System.out.println(part + ": " + found);
        assertThat(found).as(part).doesNotContain("critical ", "serious ");
      }
    }
  }
}
