// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import io.rocjfr.jmc.rules.GpuRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * What one rule says of one recording.
 *
 * @param file the recording
 * @param level how bad it is
 * @param score 0 to 100, the more the worse; -1 if the rule does not apply
 * @param rule the id of the rule
 * @param name its name
 * @param topic what it is about
 * @param summary one sentence with figures
 * @param explanation what it means, empty if all is well
 * @param solution what to do, empty if all is well
 * @param figures what was found; times in ns, moments in ns of the epoch
 */
public record Finding(
    Path file,
    Level level,
    double score,
    String rule,
    String name,
    String topic,
    String summary,
    String explanation,
    String solution,
    List<Figure> figures) {

  /** The worst first. */
  public static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing(Finding::level)
          .thenComparing(Comparator.comparingDouble(Finding::score).reversed())
          .thenComparing(finding -> GpuRules.rank(finding.rule()))
          .thenComparing(Finding::file);

  /**
   * One value.
   *
   * @param id its name for programs
   * @param name its name for people
   * @param text the value as JMC shows it
   * @param value the value in ns, bytes, or as share of 1; NaN for texts
   */
  public record Figure(String id, String name, String text, double value) {}

  /** What it could give back of the recorded time; not a number where that is not its measure. */
  public double giveBack() {
    return figure("giveBack").map(Figure::value).orElse(Double.NaN);
  }

  /** Where to look: lines, kernels, the stretch of time; empty where that is not known. */
  public String where() {
    List<String> parts = new ArrayList<>();
    figure("topLines").ifPresent(lines -> parts.add("lines " + lines.text()));
    figure("topKernels").ifPresent(kernels -> parts.add("kernels " + kernels.text()));
    figure("when").ifPresent(when -> parts.add(when.text()));
    return String.join("; ", parts);
  }

  private Optional<Figure> figure(String id) {
    return figures.stream().filter(figure -> figure.id().equals(id)).findFirst();
  }

  static Finding of(Path file, IResult result) {
    IQuantity score = result.getResult(TypedResult.SCORE);
    return new Finding(
        file,
        Level.of(result.getSeverity()),
        score == null ? -1 : score.doubleValueIn(UnitLookup.NUMBER_UNITY),
        result.getRule().getId(),
        result.getRule().getName(),
        result.getRule().getTopic(),
        text(result, result.getSummary()),
        text(result, result.getExplanation()),
        text(result, result.getSolution()),
        figures(result));
  }

  private static String text(IResult result, String template) {
    return template == null
        ? ""
        : plain(ResultToolkit.populateMessage(result, template, false)).strip();
  }

  private static List<Figure> figures(IResult result) {
    List<Figure> figures = new ArrayList<>();
    for (TypedResult<?> type : result.getRule().getResults()) {
      Object value = result.getResult(type);
      if (value instanceof IQuantity quantity && !type.equals(TypedResult.SCORE)) {
        figures.add(
            new Figure(
                type.getIdentifier(),
                type.getName(),
                plain(quantity.displayUsing(IDisplayable.AUTO)),
                inBaseUnit(quantity)));
      } else if (value instanceof String text) {
        figures.add(new Figure(type.getIdentifier(), type.getName(), text, Double.NaN));
      }
    }
    return figures;
  }

  private static double inBaseUnit(IQuantity quantity) {
    var kind = quantity.getUnit().getContentType();
    if (kind.equals(UnitLookup.TIMESPAN)) {
      return quantity.doubleValueIn(UnitLookup.NANOSECOND);
    }
    if (kind.equals(UnitLookup.TIMESTAMP)) {
      return quantity.clampedLongValueIn(UnitLookup.EPOCH_NS);
    }
    if (kind.equals(UnitLookup.PERCENTAGE)) {
      return quantity.doubleValueIn(UnitLookup.PERCENT) / 100;
    }
    return quantity.doubleValueIn(
        kind.equals(UnitLookup.MEMORY) ? UnitLookup.BYTE : UnitLookup.NUMBER_UNITY);
  }

  /** JMC puts no-break spaces between numbers and units, which few terminals and tools expect. */
  private static String plain(String text) {
    return text.replace('\u00a0', ' ');
  }
}
