// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

/** A property of ours with a value that it does not take: the message names both. */
final class WrongProperty extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  WrongProperty(IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
  }

  WrongProperty(String name, String value, Exception cause) {
    super("the property " + name + " is wrong: " + value + ": " + cause.getMessage(), cause);
  }
}
