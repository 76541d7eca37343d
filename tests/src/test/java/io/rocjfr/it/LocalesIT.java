// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands print the same whatever the user's language: other digits, other decimal points. */
class LocalesIT {
  /** The first ones run always. */
  private static final int ALWAYS = 2;

  private static final List<String> COMMANDS =
      List.of(
          "summary FILE",
          "report FILE",
          "summary --json FILE",
          "report --json FILE",
          "top FILE",
          "leaks --top 0 FILE",
          "leaks --json FILE",
          "flame --collapsed -o OUT.txt FILE",
          "flame -o OUT.html FILE",
          "page -o OUT.html FILE",
          "convert -o OUT.pftrace FILE",
          "convert -o OUT FILE",
          "check",
          "summary /nowhere/a.jfr");

  private static final int ALWAYS_LIVE = 1;

  /** Of the summary at the end of run: the times, and the numbers of events. */
  private static final int SUMMARY_LINES = 3;

  private static final List<String> LIVE =
      List.of(
          "record -d 1s -o OUT.jfr PID",
          "list",
          "attach PID",
          "run -o OUT.jfr -- PROGRAM",
          "top -i 500ms PID");

  @TempDir Path folder;

  @Test
  void theOutputIsTheSame() throws Exception {
    Path file = folder.resolve("load.jfr");
    try (LoadApp load = new Jvm(Jdk.JAVA_17).agent().recordInto(file).startLoad()) {
      load.ask("hip");
      load.ask("run threads=2 ops=2000 seed=1");
      load.leave().expectStatus(0);
    }
    boolean figures = false;
    for (String command : Whole.isAsked() ? COMMANDS : COMMANDS.subList(0, ALWAYS)) {
      String english = run("en", command, file);
      figures |= english.matches("(?s).*\\d\\.\\d+ m?s.*");
      for (String language : Whole.oneOfEachPair("ar-EG", "fa-IR", "de-DE", "tr-TR", "hi-IN")) {
        assertThat(run(language, command, file)).as(command + ", " + language).isEqualTo(english);
      }
    }
    assertThat(figures).as("figures with a decimal point").isTrue();
  }

  /** Commands that look at a process that runs: numbers and times are never the same twice. */
  @Test
  void ofProcessesTooButForTheNumbers() throws Exception {
    try (LoadApp load = new Jvm(Jdk.JAVA_17).agent().startLoad()) {
      load.ask("hip");
      List<String> commands = Whole.isAsked() ? LIVE : LIVE.subList(0, ALWAYS_LIVE);
      List<String> languages =
          Whole.isAsked() ? List.of("ar-EG", "fa-IR", "de-DE", "tr-TR", "hi-IN") : List.of("ar-EG");
      for (String command : commands) {
        String english = live("en", command, load);
        assertThat(english).as(command).isNotBlank();
        for (String language : languages) {
          assertThat(live(language, command, load))
              .as(command + ", " + language)
              .isEqualTo(english);
        }
      }
    }
  }

  private String live(String language, String command, LoadApp load) throws Exception {
    String pid = Long.toString(load.program().pid());
    if (command.startsWith("top ")) {
      List<String> words = new ArrayList<>(List.of("-jar", Product.agent().toString()));
      words.addAll(List.of(command.replace("PID", pid).split(" ", -1)));
      try (Program top = in(language).startWith(words)) {
        top.expect("GPU time of kernels: nothing yet");
        load.ask("run threads=1 ops=50 seed=1");
        String times = top.expect("GPU time of kernels: ");
        while (times.endsWith("nothing yet")) { // of the next half second, on a busy machine
          times = top.expect("GPU time of kernels: ");
        }
        String shown = times + "\n" + top.expect("      Amount");
        top.terminate();
        return masked(shown, pid);
      }
    }
    Path out = Files.createTempDirectory(folder, language).resolve("out");
    List<String> words = new ArrayList<>();
    for (String word : command.replace("PID", pid).split(" ", -1)) {
      if (word.equals("PROGRAM")) {
        words.addAll(new Jvm(Jdk.JAVA_17).words("io.rocjfr.demo.MatrixTranspose"));
      } else {
        words.add(word.replace("OUT", out.toString()));
      }
    }
    Program.Finished end = in(language).rocjfrHere(words.toArray(String[]::new)).expectStatus(0);
    String text = (end.outText() + end.errText()).replace(out.toString(), "OUT");
    if (command.equals("list")) { // There are other processes.
      text = text.lines().filter(line -> line.contains(pid)).collect(Collectors.joining("\n"));
    }
    if (command.startsWith("run ")) { // Which rows its tables have depends on times.
      text = text.substring(text.indexOf("Recording OUT"));
      text = text.lines().limit(SUMMARY_LINES).collect(Collectors.joining("\n"));
    }
    return masked(text, pid);
  }

  /** Digits that are not ASCII, and commas among them, stay: no English text has them. */
  private static String masked(String text, String pid) {
    return text.replace(pid, "PID")
        .replaceAll(
            "[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?(?: (?:ns|us|µs|μs|ms|s|B|kB|KB|KiB|MB|MiB|GB|%))?",
            "N")
        .replaceAll(" +", " ");
  }

  private static Jvm in(String language) {
    String[] parts = language.split("-", -1);
    Jvm jvm = new Jvm(Jdk.JAVA_17).options("-Duser.language=" + parts[0]);
    return parts.length > 1 ? jvm.options("-Duser.country=" + parts[1]) : jvm;
  }

  /** What it prints, and what it writes. */
  private String run(String language, String command, Path file) throws Exception {
    Path out = Files.createTempDirectory(folder, language).resolve("out");
    Program.Finished end =
        in(language)
            .rocjfrHere(
                command
                    .replace("FILE", file.toString())
                    .replace("OUT", out.toString())
                    .split(" ", -1));
    StringBuilder text = new StringBuilder(end.outText()).append(end.errText());
    try (var written = Files.walk(out.getParent())) {
      for (Path path : written.filter(Files::isRegularFile).sorted().toList()) {
        text.append(out.getParent().relativize(path)).append(digest(path));
      }
    }
    return text.toString().replace(out.toString(), "OUT");
  }

  private static String digest(Path path) throws Exception {
    byte[] bytes = Files.readAllBytes(path);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
