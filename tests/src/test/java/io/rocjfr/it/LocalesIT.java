// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
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

  /** What it prints, and what it writes. */
  private String run(String language, String command, Path file) throws Exception {
    String[] parts = language.split("-", -1);
    Jvm jvm = new Jvm(Jdk.JAVA_17).options("-Duser.language=" + parts[0]);
    if (parts.length > 1) {
      jvm.options("-Duser.country=" + parts[1]);
    }
    Path out = Files.createTempDirectory(folder, language).resolve("out");
    Program.Finished end =
        jvm.rocjfrHere(
            command.replace("FILE", file.toString()).replace("OUT", out.toString()).split(" ", -1));
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
