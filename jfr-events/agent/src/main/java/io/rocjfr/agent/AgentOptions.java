// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.TracerOptions;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The agent's options: {@code key=value,...}.
 *
 * @param ringBytes of the largest ring of one thread
 * @param memoryBytes of all rings together
 * @param lossless whether a thread waits while its ring is full
 * @param losslessWaitMillis the longest such wait
 * @param nativeLibrary a librocjfr.so to use instead of the one in the jar, or null
 * @param log how much is said on standard error
 */
public record AgentOptions(
    long ringBytes,
    long memoryBytes,
    boolean lossless,
    int losslessWaitMillis,
    Path nativeLibrary,
    boolean openClAlways,
    boolean memoryAlways,
    Log.Level log) {

  /** The memory has room for that many of the largest, so that the first threads get one. */
  private static final long RINGS = 16;

  static final String VALID =
      "ring=SIZE (largest ring of one thread, "
          + text(TracerOptions.LEAST_RING)
          + " to "
          + text(TracerOptions.MOST_RING)
          + ", default "
          + text(TracerOptions.RING)
          + "), memory=SIZE (of all rings, default "
          + text(TracerOptions.MEMORY)
          + " or "
          + RINGS
          + " times ring), lossless=true|false (default false), lossless-wait=MILLIS (0 to "
          + TracerOptions.MOST_WAIT_MILLIS
          + ", default "
          + TracerOptions.WAIT_MILLIS
          + "), openclProfiling=recording|always (which OpenCL queues get profiling, default"
          + " recording), gpuMemory=recording|always (when allocations are tracked, default"
          + " recording), native=FILE (another librocjfr.so), log=off|warn|info (default warn)";

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException the message is for the user
   */
  public static AgentOptions parse(String text) {
    long ring = TracerOptions.RING;
    long memory = TracerOptions.MEMORY;
    boolean ringGiven = false;
    boolean memoryGiven = false;
    boolean lossless = false;
    int wait = TracerOptions.WAIT_MILLIS;
    Path library = null;
    boolean openClAlways = false;
    boolean memoryAlways = false;
    Log.Level log = Log.Level.WARN;
    for (String part : text.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int equals = part.indexOf('=');
      String key = (equals < 0 ? part : part.substring(0, equals)).trim();
      String value = equals < 0 ? "" : part.substring(equals + 1).trim();
      switch (key) {
        case "ring" -> {
          ring = powerOfTwo(key, size(key, value));
          ringGiven = true;
        }
        case "memory" -> {
          memory = size(key, value);
          memoryGiven = true;
        }
        case "lossless" -> lossless = bool(key, value);
        case "lossless-wait" -> wait = (int) number(key, value, 0, TracerOptions.MOST_WAIT_MILLIS);
        case "native" -> {
          if (value.isEmpty()) {
            throw bad(key, value, "a file");
          }
          library = Path.of(value).toAbsolutePath();
        }
        case "openclProfiling" -> openClAlways = always(key, value);
        case "gpuMemory" -> memoryAlways = always(key, value);
        case "log" -> log = level(key, value);
        default ->
            throw new IllegalArgumentException("unknown option '" + key + "'; valid are: " + VALID);
      }
    }
    if (ring < TracerOptions.LEAST_RING || ring > TracerOptions.MOST_RING) {
      throw new IllegalArgumentException(
          "option ring="
              + ring
              + " is not between "
              + text(TracerOptions.LEAST_RING)
              + " and "
              + text(TracerOptions.MOST_RING));
    }
    if (!ringGiven && memory < ring) {
      ring = Math.max(TracerOptions.LEAST_RING, Long.highestOneBit(memory));
    } else if (ringGiven && !memoryGiven) {
      memory = Math.max(memory, RINGS * ring);
    }
    if (memory < ring) {
      throw new IllegalArgumentException(
          "option memory=" + memory + " is less than one ring of " + ring + " bytes");
    }
    return new AgentOptions(ring, memory, lossless, wait, library, openClAlways, memoryAlways, log);
  }

  /** As users write it. */
  private static String text(long bytes) {
    return bytes < 1 << 20 ? (bytes >> 10) + "k" : (bytes >> 20) + "m";
  }

  private static long powerOfTwo(String key, long bytes) {
    if (Long.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "option " + key + "=" + bytes + " is not a power of two such as 64k or 1m");
    }
    return bytes;
  }

  private static long size(String key, String value) {
    String digits = value.toLowerCase(Locale.ROOT);
    int shift = 0;
    if (digits.endsWith("k")) {
      shift = 10;
    } else if (digits.endsWith("m")) {
      shift = 20;
    } else if (digits.endsWith("g")) {
      shift = 30;
    }
    if (shift > 0) {
      digits = digits.substring(0, digits.length() - 1);
    }
    try {
      long number = Long.parseLong(digits);
      if (number > 0 && number <= Long.MAX_VALUE >> shift) {
        return number << shift;
      }
    } catch (NumberFormatException e) {
      throw bad(key, value, "a size such as 64k or 1m");
    }
    throw bad(key, value, "a size such as 64k or 1m");
  }

  private static long number(String key, String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw bad(key, value, "a number from " + min + " to " + max);
    }
    throw bad(key, value, "a number from " + min + " to " + max);
  }

  private static boolean bool(String key, String value) {
    return switch (value) {
      case "true", "" -> true;
      case "false" -> false;
      default -> throw bad(key, value, "true or false");
    };
  }

  private static boolean always(String key, String value) {
    return switch (value) {
      case "always" -> true;
      case "recording" -> false;
      default -> throw bad(key, value, "recording or always");
    };
  }

  private static Log.Level level(String key, String value) {
    return switch (value) {
      case "off" -> Log.Level.OFF;
      case "warn" -> Log.Level.WARN;
      case "info" -> Log.Level.INFO;
      default -> throw bad(key, value, "off, warn or info");
    };
  }

  private static IllegalArgumentException bad(String key, String value, String expected) {
    return new IllegalArgumentException("option " + key + "='" + value + "' is not " + expected);
  }
}
