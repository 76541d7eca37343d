// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The nodes of the compute driver (KFD), by their places on the PCI bus. */
final class DriverNodes {
  /** Several nodes are in one place. */
  private static final int AMBIGUOUS = -2;

  private final Map<String, Integer> nodes = new HashMap<>();

  private DriverNodes() {}

  static DriverNodes in(Path topology) {
    DriverNodes all = new DriverNodes();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(topology, "[0-9]*")) {
      for (Path folder : folders) {
        all.add(folder);
      }
    } catch (IOException e) {
      // There is no compute driver.
    }
    return all;
  }

  private void add(Path folder) {
    long simds = 0;
    long domain = 0;
    long location = -1;
    try {
      for (String line : Files.readAllLines(folder.resolve("properties"))) {
        int space = line.indexOf(' ');
        long value = space < 0 ? 0 : Long.parseUnsignedLong(line.substring(space + 1).strip());
        switch (space < 0 ? "" : line.substring(0, space)) {
          case "simd_count" -> simds = value;
          case "domain" -> domain = value;
          case "location_id" -> location = value;
          default -> {
            // Of no use here.
          }
        }
      }
      if (simds > 0 && location >= 0) {
        String place =
            String.format(
                "%04x:%02x:%02x.%x",
                domain, location >> 8 & 0xff, location >> 3 & 0x1f, location & 0x7);
        int node = Integer.parseInt(folder.getFileName().toString());
        nodes.merge(place, node, (one, other) -> AMBIGUOUS);
      }
    } catch (IOException | RuntimeException e) {
      // A container may not see the nodes of devices that it was not given.
    }
  }

  /** The node in a place, -1 if there is none, or if there are several. */
  int at(String pciAddress) {
    return Math.max(-1, nodes.getOrDefault(pciAddress, -1));
  }
}
