// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.Quantity;
import io.rocjfr.cli.flame.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What flame and top are about. */
final class FlameOptions {
  @ArgGroup(exclusive = true)
  private Which which;

  private static final class Which {
    @Option(names = "--copies", description = "GPU time of memory copies.")
    private boolean copies;

    @Option(names = "--launches", description = "Number of kernel launches.")
    private boolean launches;

    @Option(names = "--waits", description = "Time in calls that waited for the GPU.")
    private boolean waits;

    @Option(names = "--memory", description = "GPU memory that was not freed at the end.")
    private boolean memory;
  }

  @Option(
      names = {"-t", "--threads"},
      description = "Separate threads: each stack begins with its thread.")
  private boolean threads;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description =
          "Only work that begins at least this long after the recording's begin:"
              + " 500ms, 30s, 5m.")
  private Duration from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Only work that begins before this time.")
  private Duration to;

  @Option(
      names = {"-I", "--include"},
      paramLabel = "REGEX",
      description = "Only stacks with a frame or a kernel that matches. May be repeated.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = {"-X", "--exclude"},
      paramLabel = "REGEX",
      description = "Leave out stacks with a frame that matches. May be repeated.")
  private List<String> exclude = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  Quantity quantity() {
    if (which == null) {
      return Quantity.KERNELS;
    }
    return which.copies
        ? Quantity.COPIES
        : which.launches
            ? Quantity.LAUNCHES
            : which.waits ? Quantity.WAITS : which.memory ? Quantity.MEMORY : Quantity.KERNELS;
  }

  /** Which stacks are wanted; {@code lines}: frames of one method are told apart by their lines. */
  Selection selection(boolean lines) {
    if (from != null && to != null && from.nanos() >= to.nanos()) {
      throw new ParameterException(spec.commandLine(), "--from must be before --to");
    }
    if (quantity() == Quantity.MEMORY && (from != null || to != null || threads)) {
      throw new ParameterException(
          spec.commandLine(),
          "--memory shows the end of the recording, so it takes no window and no threads");
    }
    return new Selection(
        lines,
        threads,
        from == null ? Long.MIN_VALUE : from.nanos(),
        to == null ? Long.MAX_VALUE : to.nanos(),
        patterns(include),
        patterns(exclude));
  }

  private List<Pattern> patterns(List<String> texts) {
    try {
      return texts.stream().map(Pattern::compile).toList();
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(),
          "not a regular expression: " + e.getPattern() + ": " + e.getDescription());
    }
  }
}
