// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.VisibleText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.function.UnaryOperator;

/**
 * The only way of text to standard output and standard error. All output of a command goes through
 * it line by line. Characters that control a terminal become escapes ({@link VisibleText}). Each
 * string is one line or a part of one, whatever its content. Only this class makes colours. Safe
 * for several threads.
 */
public final class TextOutput {
  /** Characters of one line: several texts of the greatest length. */
  private static final int MOST = 4 * VisibleText.MOST;

  private static final String NEW_SCREEN = "\u001b[H\u001b[2J";

  /** How the begin of a line looks on a terminal. */
  public enum Style {
    PLAIN(""),
    BOLD("1"),
    GREEN("32"),
    YELLOW("33"),
    BOLD_YELLOW("1;33"),
    BOLD_RED("1;31");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  private final PrintWriter to;
  private final boolean colours;
  private final UnaryOperator<String> filter;

  /** How wide the line is that {@link #replace} has shown last. */
  private int shown;

  /** An output without colours; that to which it prints stays open. */
  public TextOutput(PrintWriter to) {
    this(to, false, UnaryOperator.identity());
  }

  /** An output of what {@code filter} makes of each text, which may leave out secrets. */
  public TextOutput(PrintWriter to, UnaryOperator<String> filter) {
    this(to, false, filter);
  }

  /** An output with colours or without; that to which it prints stays open. */
  public TextOutput(PrintWriter to, boolean colours) {
    this(to, colours, UnaryOperator.identity());
  }

  private TextOutput(PrintWriter to, boolean colours, UnaryOperator<String> filter) {
    this.to = to;
    this.colours = colours;
    this.filter = filter;
  }

  /** An empty line. */
  public void println() {
    to.println();
  }

  /** One line. */
  public void println(String line) {
    to.println(visible(line));
  }

  /** One line, of which the begin has a style where there are colours. */
  public void println(Style style, String begin, String rest) {
    to.println(
        colours && style != Style.PLAIN
            ? "\u001b[" + style.code + "m" + visible(begin) + "\u001b[0m" + visible(rest)
            : visible(begin + rest));
  }

  /** What a form of ours makes of values: those that are texts stay within their places. */
  public void printf(String form, Object... values) {
    Object[] visible = values.clone();
    for (int i = 0; i < visible.length; i++) {
      if (!(visible[i] instanceof Number)) {
        visible[i] = VisibleText.of(filter.apply(String.valueOf(visible[i])));
      }
    }
    to.printf(form, visible);
  }

  /** Each line of a text that may have several; of a message of others, for example. */
  public void printLines(String text) {
    filter.apply(text).lines().forEach(this::println); // a secret may have several lines
  }

  /** What is of use to who looks for a fault in rocjfr. */
  public void printStackTrace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    printLines(trace.toString());
  }

  /** Shows a line in the place of the one that this has shown before; an empty one removes it. */
  public synchronized void replace(String line) {
    String next = visible(line);
    int width = VisibleText.width(next);
    to.print("\r" + next + " ".repeat(Math.max(0, shown - width)) + (width == 0 ? "\r" : ""));
    to.flush();
    shown = width;
  }

  /** What follows begins at the top of an empty screen. */
  public void clear() {
    to.print(NEW_SCREEN);
  }

  public void flush() {
    to.flush();
  }

  /** For formats that programs read, which hold the exact text; they have their own escapes. */
  public Writer exact() {
    return to;
  }

  private String visible(String line) {
    return VisibleText.bounded(VisibleText.whole(filter.apply(line)), MOST);
  }
}
