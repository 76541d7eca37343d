// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VisibleTextTest {
  @Test
  void whatActsOrIsNotSeenIsAnEscape() {
    assertThat(VisibleText.of("a\nb\tc\rd")).isEqualTo("a\\nb\\tc\\rd");
    assertThat(VisibleText.of("\u001b[31m\u009b\u007f\u0000"))
        .isEqualTo("\\u{1b}[31m\\u{9b}\\u{7f}\\u{0}");
    assertThat(VisibleText.of("x\u202ey\u2066\u2028\u2029\ufeff"))
        .isEqualTo("x\\u{202e}y\\u{2066}\\u{2028}\\u{2029}\\u{feff}");
    assertThat(VisibleText.of("\udb40\udc41\ud83d|\ude00"))
        .isEqualTo("\\u{e0041}\\u{d83d}|\\u{de00}");
  }

  @Test
  void whatIsSeenStays() {
    for (String text : List.of("", "gemm<int>(float*)", "größe 漢字 😀 е\u0301", "C:\\new")) {
      assertThat(VisibleText.of(text)).isEqualTo(text);
    }
    assertThat(VisibleText.of(VisibleText.of("a\u001bb"))).isEqualTo("a\\u{1b}b");
  }

  @Test
  void allOfUnicodeIsShownInOneLine() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      all.appendCodePoint(point);
    }
    assertThat(VisibleText.whole(all.toString()).codePoints()).allMatch(VisibleText::isShown);
    assertThat(VisibleText.width(all.toString())).isPositive();
  }

  @Test
  void aLongTextIsShownByBothEnds() {
    String text = "begin" + "😀".repeat(1 << 20) + "end";
    assertThat(VisibleText.of(text))
        .startsWith("begin😀")
        .contains("😀...[2093066 characters more]...😀")
        .endsWith("😀end")
        .hasSizeLessThan(VisibleText.MOST + 50);
    for (int most = 0; most < 40; most++) {
      assertThat(VisibleText.bounded("😀".repeat(50), most).codePoints())
          .allMatch(VisibleText::isShown);
    }
  }

  @Test
  void widthIsThatOfATerminal() {
    assertThat(VisibleText.width("abc")).isEqualTo(3);
    assertThat(VisibleText.width("漢字")).isEqualTo(4);
    assertThat(VisibleText.width("e\u0301\u0301")).isEqualTo(1);
    assertThat(VisibleText.width("😀")).isEqualTo(2);
    assertThat(VisibleText.padded("漢", 4)).isEqualTo("漢  ");
    assertThat(KernelNames.cut("漢字漢字漢字漢字", 9)).isEqualTo("漢...字");
    assertThat(KernelNames.cut("\u0301".repeat(50), 9)).hasSize(50);
    for (int width = 0; width < 20; width++) {
      assertThat(KernelNames.cut("😀".repeat(50), width).codePoints())
          .allMatch(VisibleText::isShown);
    }
  }

  /** Each step over a scope once copied the rest. */
  @Test
  void aNameOfManyScopesIsShortenedAtOnce() {
    assertThat(KernelNames.shorten("a::".repeat(1 << 20) + "f", 20)).endsWith("a::f");
  }
}
