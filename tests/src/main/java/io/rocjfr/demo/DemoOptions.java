// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import java.util.List;

/**
 * What the demo's arguments ask for.
 *
 * @param iterations how many times the matrix is transposed
 * @param width rows and columns of the matrix
 * @param hip path or name of the HIP runtime, or null
 * @param interactive whether to wait for Enter before the first HIP call and before the end
 * @param holdSeconds how long to stay alive after the work
 */
record DemoOptions(int iterations, int width, String hip, boolean interactive, int holdSeconds) {
  /** Work-items of a work-group in x and in y; the width is a multiple of it. */
  static final int BLOCK = 16;

  static final String USAGE =
      """
      Usage: java -jar demo.jar [OPTION...]
      Transposes a matrix on the GPU, again and again, and checks every result.
        --iterations N    how many times (100)
        --width N         rows and columns, a multiple of 16 (1024)
        --hip LIBRARY     path or name of the HIP runtime (what the loader finds)
        --wait            wait for Enter before the first HIP call and before the end,
                          so that a recording can be started and dumped
        --hold-seconds N  stay alive for so long after the work (0)
      Ends with 0, with 1 if HIP fails or a result is wrong, with 2 if an option is unknown.
      """;

  static DemoOptions parse(List<String> arguments) {
    int iterations = 100;
    int width = 1024;
    String hip = null;
    boolean interactive = false;
    int holdSeconds = 0;
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      switch (option) {
        case "--iterations" -> iterations = number(option, value(arguments, ++i), 1);
        case "--width" -> width = number(option, value(arguments, ++i), BLOCK);
        case "--hip" -> hip = value(arguments, ++i);
        case "--wait" -> interactive = true;
        case "--hold-seconds" -> holdSeconds = number(option, value(arguments, ++i), 0);
        default -> throw new IllegalArgumentException("unknown option: " + option);
      }
    }
    if (width % BLOCK != 0 || width > 16384) {
      throw new IllegalArgumentException(
          "--width is a multiple of " + BLOCK + " up to 16384, not " + width);
    }
    return new DemoOptions(iterations, width, hip, interactive, holdSeconds);
  }

  private static String value(List<String> arguments, int index) {
    if (index == arguments.size()) {
      throw new IllegalArgumentException(arguments.get(index - 1) + " lacks its value");
    }
    return arguments.get(index);
  }

  private static int number(String option, String value, int least) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        option + " is a number of at least " + least + ", not " + value);
  }
}
