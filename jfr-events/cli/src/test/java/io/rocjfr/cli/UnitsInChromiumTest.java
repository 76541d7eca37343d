// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.figures.Units;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A number is the same text on a page as on the command line. */
class UnitsInChromiumTest {
  @TempDir Path folder;

  @Test
  void numbersAreTheSameTexts() throws Exception {
    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    Path page = folder.resolve("units.html");
    try (InputStream script = PageCommand.class.getResourceAsStream("page/units.js")) {
      Files.writeString(
          page,
          "<!doctype html><script>"
              + new String(script.readAllBytes(), StandardCharsets.UTF_8)
              + "</script>");
    }
    long seed = System.nanoTime();
    Random random = new Random(seed);
    // Halves that no double is: the next digit decides, and there is none.
    List<Long> values = new ArrayList<>(List.of(0L, 999L, 2_855L, 9_995L, 99_950L, 1_005_000L));
    for (int i = 0; i < 4_000; i++) {
      long scale = (long) Math.pow(10, random.nextInt(12));
      values.add(
          random.nextInt(10_000) * scale + (i % 2 == 0 ? 5 * scale / 10 : random.nextInt(9)));
    }
    try (Chromium browser = new Chromium(Chromium.installed().get(), 400, 300)) {
      browser.open(page, "Units");
      JsonNode texts =
          browser.evaluate(
              values
                  + ".map(n => [Units.duration(n), Units.bytes(n), Units.share(n / 1e5),"
                  + " Units.count(n), Units.bandwidth(n)].map(text => text.replace(/\\u00a0/g, ' ')))");
      for (int i = 0; i < values.size(); i++) {
        long n = values.get(i);
        assertThat(texts.get(i))
            .as("%d, seed %d", n, seed)
            .extracting(JsonNode::asText)
            .containsExactly(
                Units.duration(n),
                Units.bytes(n),
                Units.share(n / 1e5),
                Units.count(n),
                n == 0 ? "-" : Units.bandwidth((double) n)); // of a copy without a duration
      }
    }
  }
}
