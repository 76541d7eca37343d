// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnonymousTest {
  private static String without(String text, String... names) {
    return new String(new Anonymous(Arrays.asList(names)).without(text.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void namesBecomeOthersOfTheSameLength() {
    assertThat(without("/home/alice/a on box.lan, alice", "alice", "box.lan", "box"))
        .isEqualTo("/home/xxxxx/a on xxxxxxx, xxxxx");
    assertThat(without("aliceAlice", "alice")).isEqualTo("xxxxxAlice");
    assertThat(without("ends with ali", "alice")).isEqualTo("ends with ali");
  }

  @Test
  void whatNamesNobodyStays() {
    assertThat(without("root ab localhost", "root", "ab", "localhost", null, ""))
        .isEqualTo("root ab localhost");
    byte[] bytes = {1, 2, 3};
    assertThat(new Anonymous(List.of()).without(bytes)).isEqualTo(bytes);
  }
}
