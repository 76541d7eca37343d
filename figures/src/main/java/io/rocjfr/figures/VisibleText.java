// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/**
 * Text of others in what people read on a terminal or in a log: names of kernels, messages of
 * ranges, names of files. Characters that control a terminal, or are invisible, become visible
 * escapes: {@code \n}, {@code \r}, {@code \t}, else {@code \}{@code u{1b}} with the code point in
 * hexadecimal digits. These are control and format characters, also those of bidirectional text.
 * They are also line and paragraph separators, halves of surrogate pairs, fillers and other blank
 * letters, variation selectors, tags, and code points that this Java does not know. Of more than
 * {@value #MOST_MARKS} marks on one letter the others are escapes, too. So a text stays within its
 * line, and a table a table. Spaces stay, and a backslash: formats for programs have the exact
 * text.
 */
public final class VisibleText {
  /** Characters of one text that are shown: more than any name has that people chose. */
  public static final int MOST = 4_096;

  /** Marks in a row that are shown: more than any script needs. */
  static final int MOST_MARKS = 4;

  /** Letters that are blank or take no room, and are no format characters: first and last. */
  private static final int[] UNSEEN = {
    0x34f, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2800, 0x2800, 0x3164, 0x3164,
    0xfe00, 0xfe0f, 0xffa0, 0xffa0, 0x1d159, 0x1d159, 0xe0000, 0xe0fff
  };

  /** Letters of East Asia and pictures, which take two columns: first and last, in pairs. */
  private static final int[] WIDE = {
    0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x25fd, 0x25fe, 0x2614, 0x2615,
    0x2648, 0x2653, 0x26a1, 0x26a1, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c,
    0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50,
    0x2b55, 0x2b55, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf,
    0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff01, 0xff60,
    0xffe0, 0xffe6, 0x16fe0, 0x18cff, 0x1aff0, 0x1b2ff, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e,
    0x1f18e, 0x1f191, 0x1f19a, 0x1f200, 0x1f320, 0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e,
    0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8,
    0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550,
    0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680,
    0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d7, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4,
    0x1f6fc, 0x1f7e0, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1faff, 0x20000,
    0x3fffd
  };

  private VisibleText() {}

  /** The text with escapes, and of a very long one only both its ends ({@link #bounded}). */
  public static String of(String text) {
    return bounded(whole(text), MOST);
  }

  /** The text with escapes, however long it is. */
  public static String whole(String text) {
    int at = 0;
    while (at < text.length() && isPlain(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, at);
    int marks = 0;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      boolean isShown = isShown(point);
      if (isShown) {
        marks = combines(point) ? marks + 1 : 0;
      }
      if (isShown && marks <= MOST_MARKS) {
        shown.appendCodePoint(point);
      } else {
        escape(point, shown);
      }
      at += Character.charCount(point);
    }
    return shown.toString();
  }

  /**
   * A text in at most about so many characters: the begin and the end, and between them how many
   * are left out.
   */
  public static String bounded(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    String head = head(text, most / 2);
    String tail = tail(text, most - most / 2);
    int left = text.length() - head.length() - tail.length();
    return head + "...[" + left + " characters more]..." + tail;
  }

  /** The begin of a text, of no more characters; no letter is cut in two. */
  static String head(String text, int most) {
    boolean within = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, within ? most - 1 : most);
  }

  /** The end of a text, of no more characters; no letter is cut in two. */
  static String tail(String text, int most) {
    int from = text.length() - most;
    boolean within = most > 0 && Character.isLowSurrogate(text.charAt(from));
    return text.substring(within ? from + 1 : from);
  }

  /** Whether a code point is shown as it is. */
  public static boolean isShown(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> !isIn(UNSEEN, point);
    };
  }

  private static boolean isIn(int[] ranges, int point) {
    for (int i = 0; i < ranges.length && ranges[i] <= point; i += 2) {
      if (point <= ranges[i + 1]) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c <= '~';
  }

  private static void escape(int point, StringBuilder to) {
    switch (point) {
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      case '\t' -> to.append("\\t");
      default -> to.append("\\u{").append(Integer.toHexString(point)).append('}');
    }
  }

  /**
   * How many columns a text takes on most terminals: none for what combines with the letter before
   * it, two for a letter of East Asia or a picture, else one.
   */
  public static int width(String text) {
    int width = 0;
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      width += width(point);
      at += Character.charCount(point);
    }
    return width;
  }

  /** The begin of a text, in no more columns. */
  static String firstColumns(String text, int columns) {
    int at = 0;
    int left = columns;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      left -= width(point);
      if (left < 0) {
        break;
      }
      at += Character.charCount(point);
    }
    return text.substring(0, at);
  }

  /** The end of a text, in no more columns. */
  static String lastColumns(String text, int columns) {
    int at = text.length();
    int left = columns;
    while (at > 0) {
      int point = text.codePointBefore(at);
      left -= width(point);
      if (left < 0) {
        break;
      }
      at -= Character.charCount(point);
    }
    return text.substring(at);
  }

  /** Of one code point. */
  private static int width(int point) {
    if (point < WIDE[0]) {
      return point >= 0x300 && combines(point) ? 0 : 1;
    }
    if (combines(point)) {
      return 0;
    }
    return isIn(WIDE, point) ? 2 : 1;
  }

  /** A mark, or a vowel or final consonant of Korean that stands in its syllable. */
  private static boolean combines(int point) {
    int type = Character.getType(point);
    return type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || (point >= 0x1160 && point <= 0x11ff)
        || (point >= 0xd7b0 && point <= 0xd7ff);
  }

  /** A text with spaces behind it, so that it takes this many columns. */
  public static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }
}
