// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the functions of HIP and OpenCL do. The build makes the list from {@code native/catalogue}.
 * A function that is not in it has the category {@code other}, and no effects. Thread-safe.
 */
public final class FunctionCatalogue {
  /** The category of a function that is in no other one, or not known. */
  public static final String OTHER = "other";

  /** All categories of {@code rocjfr.HipApi} and {@code rocjfr.OpenClApi}. */
  public static final List<String> CATEGORIES =
      List.of(
          "launch", "copy", "wait", "memory", "module", "stream", "event", "graph", "device",
          OTHER);

  private record Function(String category, Set<String> words) {}

  private static final Function UNKNOWN = new Function(OTHER, Set.of());
  private static final Map<String, Function> FUNCTIONS = read();

  private FunctionCatalogue() {}

  private static Map<String, Function> read() {
    Map<String, Function> functions = new HashMap<>();
    InputStream list = FunctionCatalogue.class.getResourceAsStream("functions.txt");
    if (list == null) {
      throw new IllegalStateException("the jar lacks io/rocjfr/figures/functions.txt");
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(" ", 3);
        String category = CATEGORIES.get(CATEGORIES.indexOf(parts[1]));
        Set<String> words = parts.length == 2 ? Set.of() : Set.of(parts[2].split(" "));
        functions.put(parts[0], new Function(category, words));
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return functions;
  }

  private static boolean has(String function, String word) {
    return FUNCTIONS.getOrDefault(function, UNKNOWN).words.contains(word);
  }

  /** Whether it is in the list. */
  public static boolean knows(String function) {
    return FUNCTIONS.containsKey(function);
  }

  /** One of {@link #CATEGORIES}, always the same object for a category. */
  public static String categoryOf(String function) {
    return FUNCTIONS.getOrDefault(function, UNKNOWN).category;
  }

  /**
   * Whether it returns only when work that was submitted before has ended, and does nothing else.
   */
  public static boolean waits(String function) {
    return has(function, "waits");
  }

  /** Whether it asks if work that was submitted before has ended. */
  public static boolean polls(String function) {
    return has(function, "polls");
  }

  /** Whether it launches kernels, also those of a graph. */
  public static boolean launches(String function) {
    return has(function, "launches");
  }

  /** Whether it launches what was put together before: a graph, or a buffer of commands. */
  public static boolean launchesGraph(String function) {
    return has(function, "graph-launch");
  }

  /** Whether it launches, copies or fills. */
  public static boolean submits(String function) {
    return has(function, "submits");
  }

  /** Whether it copies or fills, and returns only when that is done. */
  public static boolean blocks(String function) {
    return has(function, "blocks");
  }

  /** Whether it is one of OpenCL's that block if an argument says so, which is not recorded. */
  public static boolean mayBlock(String function) {
    return has(function, "may-block");
  }

  /** Whether it copies or fills, and returns before that is done. */
  public static boolean isAsynchronous(String function) {
    return has(function, "asynchronous");
  }

  /** Whether it allocates at once; what allocates from a pool in stream order does not count. */
  public static boolean allocates(String function) {
    return has(function, "allocates");
  }

  /**
   * Whether it frees: HIP's at once, for which they wait for the GPU; OpenCL's if nobody else holds
   * the object, see {@link #references}.
   */
  public static boolean frees(String function) {
    return has(function, "frees");
  }

  /** Whether it allocates nothing, but is followed by a release, which then frees nothing. */
  public static boolean references(String function) {
    return has(function, "references");
  }

  /**
   * Whether it maps, reserves or registers memory, or allocates it in the order of a stream; {@link
   * #allocates} does not say so of these.
   */
  public static boolean maps(String function) {
    return has(function, "maps");
  }

  /** Whether it undoes what functions do that {@link #maps map}. */
  public static boolean unmaps(String function) {
    return has(function, "unmaps");
  }

  /** Whether it gives a kernel what its next launch needs. */
  public static boolean preparesLaunch(String function) {
    return has(function, "prepares-launch");
  }

  /** Whether it loads or compiles code for the GPU, or starts the runtime. */
  public static boolean loads(String function) {
    return has(function, "loads");
  }

  /** Whether it turns an error into text, which a program asks for when a call has failed. */
  public static boolean tellsError(String function) {
    return has(function, "tells-error");
  }

  /**
   * Whether an error of a function is but an answer: there is no such thing, or not yet. Libraries
   * make such calls by design, so it is no failure of the program.
   */
  public static boolean isAnswer(String function, String error) {
    return has(function, "look-up=" + error);
  }
}
