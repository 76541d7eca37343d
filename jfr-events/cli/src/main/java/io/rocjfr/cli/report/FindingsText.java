// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import io.rocjfr.figures.Units;
import io.rocjfr.figures.VisibleText;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints findings for people. */
public final class FindingsText {
  /** Of lines. */
  public static final int WIDTH = 100;

  private static final String INDENT = "    ";

  private final TextOutput out;

  public FindingsText(TextOutput out) {
    this.out = out;
  }

  /** Prints those that are at least as bad as {@code least}, and how many others there are. */
  public void print(List<Finding> findings, Level least, boolean withFiles) {
    Map<Level, Integer> hidden = new EnumMap<>(Level.class);
    for (Finding finding : findings) {
      if (finding.level().isAtLeast(least)) {
        print(finding, withFiles);
      } else {
        hidden.merge(finding.level(), 1, Integer::sum);
      }
    }
    List<String> counts = new ArrayList<>();
    hidden.forEach((level, count) -> counts.add(count + " " + describe(level)));
    if (!counts.isEmpty()) {
      String others =
          hidden.values().stream().mapToInt(Integer::intValue).sum() == findings.size()
              ? ""
              : "Other results: ";
      out.println(others + String.join(", ", counts) + " (--min-severity na shows all).");
    }
  }

  private void print(Finding finding, boolean withFile) {
    out.println(
        style(finding.level()),
        name(finding.level()),
        (Double.isNaN(finding.giveBack())
                ? "  "
                : "  " + Units.share(finding.giveBack()) + " of the time  ")
            + finding.name()
            + (withFile ? "  (" + finding.file() + ")" : ""));
    printParagraph("", finding.summary() + (finding.summary().endsWith(".") ? "" : "."));
    printParagraph("", finding.explanation());
    if (finding.level().isAtLeast(Level.INFO)) {
      String where = finding.where();
      printParagraph("Where: ", where.isEmpty() ? "" : where + ".");
    }
    printParagraph("What to do: ", finding.solution());
    out.println();
  }

  private void printParagraph(String head, String text) {
    if (text.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder(INDENT + head);
    int start = line.length();
    for (String word : VisibleText.of(text).split(" ", -1)) {
      if (line.length() > start && line.length() + word.length() > WIDTH) {
        out.println(line.toString().stripTrailing());
        line = new StringBuilder(INDENT);
        start = line.length();
      }
      line.append(word).append(' ');
    }
    out.println(line.toString().stripTrailing());
  }

  private static Style style(Level level) {
    return switch (level) {
      case WARNING -> Style.BOLD_RED;
      case INFO -> Style.BOLD_YELLOW;
      case OK -> Style.GREEN;
      case NA -> Style.PLAIN;
    };
  }

  private static String name(Level level) {
    return String.format(Locale.ROOT, "%-7s", level);
  }

  private static String describe(Level level) {
    return switch (level) {
      case WARNING -> "warnings";
      case INFO -> "remarks";
      case OK -> "in order";
      case NA -> "not applicable";
    };
  }
}
