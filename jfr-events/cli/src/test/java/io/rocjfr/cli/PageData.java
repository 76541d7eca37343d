// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The data that a page holds, unpacked. */
final class PageData {
  private PageData() {}

  static byte[] of(String html, String id) throws IOException {
    Matcher data = Pattern.compile("id=\"data-" + id + "\">([^<]*)</script>").matcher(html);
    assertThat(data.find()).as(id).isTrue();
    return new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data.group(1))))
        .readAllBytes();
  }

  static String text(String html, String id) throws IOException {
    return new String(of(html, id), StandardCharsets.UTF_8);
  }
}
