// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rocjfr.jmc.model.GpuRecording;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultProvider;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** What a rule says of a recording. */
final class RuleRun {
  private final IResult result;

  private RuleRun(IResult result) {
    this.result = result;
  }

  static RuleRun of(IRule rule, Consumer<GpuRecording> content) {
    return of(rule, Map.of(), content);
  }

  /** With some preferences changed. */
  static RuleRun of(IRule rule, Map<String, IQuantity> changed, Consumer<GpuRecording> content) {
    return of(rule, changed, GpuRecording.of(content));
  }

  static RuleRun of(IRule rule, Map<String, IQuantity> changed, IItemCollection items) {
    IPreferenceValueProvider preferences =
        new IPreferenceValueProvider() {
          @Override
          @SuppressWarnings("unchecked") // All our preferences are quantities.
          public <T> T getPreferenceValue(TypedPreference<T> preference) {
            IQuantity value = changed.get(preference.getIdentifier());
            return value == null ? preference.getDefaultValue() : (T) value;
          }
        };
    try {
      var evaluation = rule.createEvaluation(items, preferences, new ResultProvider());
      evaluation.run();
      return new RuleRun(evaluation.get());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (ExecutionException e) {
      throw new AssertionError(rule.getId(), e);
    }
  }

  RuleRun is(Severity severity) {
    assertThat(result.getSeverity()).as(summary()).isEqualTo(severity);
    if (severity == Severity.INFO || severity == Severity.WARNING) {
      assertThat(text(result.getExplanation())).isNotBlank().doesNotContain("{", "}");
      assertThat(text(result.getSolution())).isNotBlank().doesNotContain("{", "}");
    }
    if (severity != Severity.NA) {
      assertThat(Severity.get(score())).isEqualTo(severity);
    }
    assertThat(summary()).isNotBlank().doesNotContain("{", "}");
    return this;
  }

  RuleRun hasScore(double expected) {
    assertThat(score()).as(summary()).isCloseTo(expected, within(0.1));
    return this;
  }

  RuleRun says(String... parts) {
    assertThat(summary()).contains(parts);
    return this;
  }

  RuleRun doesNotSay(String part) {
    assertThat(summary()).doesNotContain(part);
    return this;
  }

  RuleRun explains(String... parts) {
    assertThat(text(result.getExplanation())).contains(parts);
    return this;
  }

  /** What to do, without any of these words. */
  RuleRun advisesWithout(String... words) {
    assertThat(text(result.getSolution())).isNotBlank().doesNotContain(words);
    assertThat(text(result.getExplanation())).isNotBlank().doesNotContain(words);
    return this;
  }

  /** What to do, with these words. */
  RuleRun advises(String... parts) {
    assertThat(text(result.getSolution())).contains(parts);
    return this;
  }

  /** A figure that is a text. */
  RuleRun figure(String id, String expected) {
    assertThat(
            result.getRule().getResults().stream()
                .filter(figure -> figure.getIdentifier().equals(id))
                .map(figure -> String.valueOf(result.getResult(figure))))
        .as(id)
        .containsExactly(expected);
    return this;
  }

  /** -1 where the rule does not apply. */
  double score() {
    IQuantity score = result.getResult(TypedResult.SCORE);
    return score == null ? -1 : score.doubleValueIn(UnitLookup.NUMBER_UNITY);
  }

  private String summary() {
    return text(result.getSummary());
  }

  private String text(String template) {
    // JMC puts no-break spaces between numbers and units.
    return ResultToolkit.populateMessage(result, template, false).replace('\u00a0', ' ');
  }
}
