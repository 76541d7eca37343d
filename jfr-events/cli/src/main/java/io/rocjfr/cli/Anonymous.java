// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Replaces the user's names by others of the same length: the machine's name, the user's, and his
 * folder. In a recording texts of plain letters stand as they are, after their length.
 */
final class Anonymous {
  /** A shorter one may stand anywhere by chance. */
  private static final int SHORTEST = 3;

  private static final byte INSTEAD = 'x';

  /** Names that name nobody. */
  private static final Set<String> NOBODY = Set.of("root", "localhost", "user", "tmp", "home");

  private final List<byte[]> names = new ArrayList<>();

  /** Makes one for these names; the longest are replaced first. */
  Anonymous(List<String> texts) {
    Set<String> all = new LinkedHashSet<>();
    for (String text : texts) {
      if (text != null && text.length() >= SHORTEST && !NOBODY.contains(text)) {
        all.add(text);
      }
    }
    all.stream()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .forEach(text -> names.add(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The names of this user on this machine. */
  static Anonymous here() {
    List<String> names = new ArrayList<>();
    String home = System.getProperty("user.home");
    names.add(System.getProperty("user.name"));
    if (home != null && Path.of(home).getFileName() != null) {
      names.add(Path.of(home).getFileName().toString());
    }
    try {
      String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      names.add(host);
      names.add(host.replaceFirst("\\..*", ""));
    } catch (IOException e) {
      // Then the events have not read it, either.
    }
    return new Anonymous(names);
  }

  /** The same bytes without the names. */
  byte[] without(byte[] bytes) {
    byte[] all = bytes.clone();
    for (byte[] name : names) {
      for (int at = 0; at + name.length <= all.length; at++) {
        if (isAt(all, at, name)) {
          for (int i = 0; i < name.length; i++) {
            all[at + i] = INSTEAD;
          }
        }
      }
    }
    return all;
  }

  private static boolean isAt(byte[] all, int at, byte[] name) {
    for (int i = 0; i < name.length; i++) {
      if (all[at + i] != name[i]) {
        return false;
      }
    }
    return true;
  }
}
