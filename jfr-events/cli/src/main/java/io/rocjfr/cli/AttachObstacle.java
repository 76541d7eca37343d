// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What keeps an agent from being attached to a process, as far as it shows from outside. */
final class AttachObstacle {
  private static final String JFR = "jdk.jfr";
  private static final String INSTRUMENT = "java.instrument";
  private static final String AT_START = " Start the program with -javaagent:rocjfr.jar.";
  private static final String DYNAMIC = "EnableDynamicAgentLoading";

  /** Of the file that each Java runtime has. */
  private static final Pattern MODULES = Pattern.compile("(?m)^MODULES=\"([^\"]*)\"");

  private AttachObstacle() {}

  /** What it is, and what to do instead of attaching; empty if there is none. */
  static String of(ProcessId process, AgentState state) {
    if (!state.refusal().isEmpty()) {
      return "It cannot be attached to: "
          + state.refusal().strip().replaceFirst("\\.$", "")
          + "."
          + AT_START;
    }
    List<String> lacking = lacking(process, state.javaHome());
    if (!lacking.isEmpty()) {
      return "Its Java runtime in "
          + state.javaHome()
          + " lacks "
          + String.join(" and ", lacking)
          + ", which the agent needs: add them to the runtime (jlink --add-modules "
          + String.join(",", lacking)
          + ").";
    }
    return of(words(process.words(), process.environment()));
  }

  /** The words of the command, and those that a JVM takes from variables. */
  static List<String> words(List<String> command, Map<String, String> environment) {
    List<String> words = new ArrayList<>();
    for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
      words.addAll(List.of(environment.getOrDefault(variable, "").strip().split("\\s+", -1)));
    }
    words.addAll(command);
    return words;
  }

  /** The same of how a JVM was started. */
  static String of(List<String> words) {
    int off = words.lastIndexOf("-XX:-" + DYNAMIC);
    if (off > words.lastIndexOf("-XX:+" + DYNAMIC)) {
      return "It was started with -XX:-" + DYNAMIC + ", so it accepts no agent." + AT_START;
    }
    Set<String> limited = modules(words, "--limit-modules");
    if (limited.isEmpty() || words.contains("-m") || words.contains("--module")) {
      return ""; // What the program's own module needs is not known here.
    }
    limited.addAll(modules(words, "--add-modules"));
    return required(limited).contains(JFR)
        ? ""
        : "It was started with --limit-modules and without the module "
            + JFR
            + ", which the agent needs. Start it with --add-modules "
            + JFR
            + ".";
  }

  private static Set<String> modules(List<String> words, String option) {
    Set<String> modules = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).startsWith(option + "=")) {
        modules.addAll(List.of(words.get(i).substring(option.length() + 1).split(",", -1)));
      } else if (words.get(i).equals(option) && i + 1 < words.size()) {
        modules.addAll(List.of(words.get(i + 1).split(",", -1)));
      }
    }
    return modules;
  }

  /** With those that they require, as this Java's modules say. */
  private static Set<String> required(Set<String> names) {
    ModuleFinder system = ModuleFinder.ofSystem();
    Set<String> all = new HashSet<>(names);
    for (String name : names) {
      if (system.find(name).isPresent()) {
        try {
          Configuration.empty()
              .resolve(system, ModuleFinder.of(), Set.of(name))
              .modules()
              .forEach(module -> all.add(module.name()));
        } catch (FindException | ResolutionException e) {
          // It is known by its name only.
        }
      }
    }
    return all;
  }

  private static List<String> lacking(ProcessId process, String javaHome) {
    if (javaHome.isEmpty()) {
      return List.of();
    }
    try {
      return lacking(
          Files.readString(Path.of("/proc/" + process + "/root" + javaHome + "/release")));
    } catch (IOException e) {
      return List.of(); // Nothing is known of it.
    }
  }

  /** Those of the modules that the agent needs which a runtime of this description lacks. */
  static List<String> lacking(String release) {
    Matcher modules = MODULES.matcher(release);
    if (!modules.find()) {
      return List.of();
    }
    Set<String> there = Set.of(modules.group(1).strip().split("\\s+", -1));
    return List.of(INSTRUMENT, JFR).stream().filter(name -> !there.contains(name)).toList();
  }
}
