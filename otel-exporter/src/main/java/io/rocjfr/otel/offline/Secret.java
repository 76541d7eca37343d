// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import picocli.CommandLine.ITypeConverter;

/** A text that may hold a password or a token: whatever shows it shows that there is one. */
final class Secret {
  /** What is shown in its place. */
  static final String SHOWN = "(not shown)";

  private final String text;

  Secret(String text) {
    this.text = text;
  }

  /** The text itself, for the receiver alone. */
  String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return SHOWN;
  }

  /** Of an option's value; it takes any, so that no message about it quotes it. */
  static final class Converter implements ITypeConverter<Secret> {
    @Override
    public Secret convert(String value) {
      return new Secret(value);
    }
  }
}
