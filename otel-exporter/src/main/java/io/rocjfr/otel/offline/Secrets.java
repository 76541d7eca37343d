// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * All secrets that the process was given. What it prints goes through {@link #hide}, since messages
 * of libraries may quote them, and a receiver may send them back. For any thread.
 */
final class Secrets {
  /** Shorter ones are in words. No message of ours quotes any. */
  private static final int LEAST = 4;

  /** The longest first: one may be a part of another. */
  private final Set<String> all =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /** Takes care of one; null is none. */
  void add(String secret) {
    if (secret != null && secret.strip().length() >= LEAST) {
      all.add(secret);
      all.add(secret.strip());
    }
  }

  /** The text without the secrets. */
  String hide(String text) {
    String safe = text;
    for (String secret : all) {
      safe = safe.replace(secret, Secret.SHOWN);
    }
    return safe;
  }
}
