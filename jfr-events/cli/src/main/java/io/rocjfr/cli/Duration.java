// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time as people write it: {@code 30s}, {@code 500ms}, {@code 5m}, {@code 1h}.
 *
 * @param nanos how long it is
 */
record Duration(long nanos) {
  /** Ten years: what is added to it still fits. */
  private static final long MOST = 10L * 366 * 24 * 3600 * 1_000_000_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|)");

  static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
        throw new TypeConversionException(
            "\"" + text + "\" is not a time. Examples: 30s, 500ms, 5m, 1h");
      }
      long unit =
          switch (matcher.group(2)) {
            case "ms" -> 1_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3600_000_000_000L;
            default -> 1_000_000_000L;
          };
      long count = Long.parseLong(matcher.group(1));
      if (count > MOST / unit) {
        throw new TypeConversionException(
            "\"" + text + "\" is too long. The longest time is" + " ten years");
      }
      return new Duration(count * unit);
    }
  }
}
