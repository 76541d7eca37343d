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

    @Option(names = "--launches", description = "How many kernels were launched.")
    private boolean launches;

    @Option(names = "--waits", description = "Time that calls waited for the GPU.")
    private boolean waits;

    @Option(names = "--memory", description = "GPU memory allocated and not freed at the end.")
    private boolean memory;
  }

  @Option(
      names = {"-t", "--threads"},
      description = "Tell threads apart: stacks begin with their thread.")
  private boolean threads;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Only work that begins so long after the recording's begin: 500ms, 30s, 5m.")
  private Duration from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Only work that begins before that.")
  private Duration to;

  @Option(
      names = {"-I", "--include"},
      paramLabel = "REGEX",
      description =
          "Only stacks with a frame, a kernel included, in which that is found. May be repeated.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = {"-X", "--exclude"},
      paramLabel = "REGEX",
      description = "No stacks with a frame in which that is found. May be repeated.")
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
      throw new ParameterException(spec.commandLine(), "--from has to be before --to");
    }
    if (quantity() == Quantity.MEMORY && (from != null || to != null || threads)) {
      throw new ParameterException(
          spec.commandLine(),
          "--memory is of the recording's end: it has no window and no threads");
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
          "no regular expression: " + e.getPattern() + ": " + e.getDescription());
    }
  }
}
