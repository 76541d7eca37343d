// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.VisibleText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * JSON on its way out: characters that would act on a terminal, or that nobody sees, become JSON's
 * own escapes, so that the text stays exact. They stand in strings alone; JSON has but line breaks
 * and spaces elsewhere.
 */
final class JsonWriter extends FilterWriter {
  /** The first half of a surrogate pair, of which the second may come with the next write. */
  private char half;

  JsonWriter(Writer to) {
    super(to);
  }

  @Override
  public void write(int c) throws IOException {
    add((char) c);
  }

  @Override
  public void write(char[] text, int from, int count) throws IOException {
    for (int i = from; i < from + count; i++) {
      add(text[i]);
    }
  }

  @Override
  public void write(String text, int from, int count) throws IOException {
    for (int i = from; i < from + count; i++) {
      add(text.charAt(i));
    }
  }

  private void add(char c) throws IOException {
    if (half != 0 && Character.isLowSurrogate(c)) {
      if (VisibleText.isShown(Character.toCodePoint(half, c))) {
        out.write(half);
        out.write(c);
      } else {
        escape(half);
        escape(c);
      }
      half = 0;
      return;
    }
    end();
    if (Character.isHighSurrogate(c)) {
      half = c;
    } else if (c == '\n' || c == '\r' || VisibleText.isShown(c)) {
      out.write(c);
    } else {
      escape(c);
    }
  }

  /** A half that stays alone. */
  private void end() throws IOException {
    if (half != 0) {
      escape(half);
      half = 0;
    }
  }

  private void escape(char c) throws IOException {
    out.write("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.write(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }

  @Override
  public void flush() throws IOException {
    end();
    super.flush();
  }
}
