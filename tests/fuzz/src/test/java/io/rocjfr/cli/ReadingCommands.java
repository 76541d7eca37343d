// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.otel.offline.Export;
import io.rocjfr.recording.Leftovers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Every command that reads recordings, in every form that it writes. */
public final class ReadingCommands {
  /** Words that no command may print, whatever it reads. */
  private static final List<String> NEVER =
      List.of(
          Boolean.getBoolean("rocjfr.debug") ? "\tat none" : "\tat ",
          "unexpectedly",
          "bug in rocjfr",
          "Exception in thread");

  /** OUT is the folder for what is written. */
  private static final List<String> ALL =
      List.of(
          "summary FILE",
          "summary --json FILE",
          "report FILE",
          "report --json --min-severity na FILE",
          "page FILE -o OUT/out.html",
          "page FILE -o OUT/part.html --from 1ms --to 10s",
          "flame FILE -o OUT/flame.html",
          "flame --collapsed FILE",
          "flame --pprof FILE -o OUT/flame.pb.gz",
          "flame --memory --collapsed FILE",
          "flame --waits -o OUT/waits.html FILE",
          "flame --copies --collapsed FILE",
          "top FILE",
          "leaks FILE",
          "leaks --json FILE",
          "convert FILE -o OUT/out.pftrace",
          "convert FILE -o OUT/out.db",
          "convert FILE -o OUT/tables",
          "export FILE");

  /**
   * What a command came to.
   *
   * @param command as it is in the list
   * @param code its exit code
   * @param text all that it printed
   */
  public record Run(String command, int code, String text) {
    /** What is wrong with that; null if nothing is. */
    public String fault() {
      if (code < 0 || code > 2) {
        return "ended with " + code;
      }
      if (code == 2 && !text.contains("rocjfr: ")) {
        return "ended with 2 and said nothing";
      }
      return NEVER.stream().filter(text::contains).findFirst().orElse(null);
    }
  }

  private ReadingCommands() {}

  /** Their names. */
  public static List<String> all() {
    return ALL;
  }

  /** Runs one of them on a file; what it writes is removed again. */
  public static Run run(String command, Path file, Path folder) throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter to = new PrintWriter(text);
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      words.add(word.equals("FILE") ? file.toString() : word.replace("OUT", folder.toString()));
    }
    int code =
        words.get(0).equals("export")
            ? Export.run(file.toString(), to, to)
            : Main.run(words.toArray(String[]::new), to, to, Ansi.OFF);
    to.flush();
    for (String made :
        List.of(
            "out.html", "part.html", "flame.html", "flame.pb.gz", "waits.html", "out.pftrace")) {
      Leftovers.delete(folder.resolve(made));
    }
    Leftovers.delete(folder.resolve("out.db"));
    Leftovers.deleteAll(folder.resolve("tables"));
    return new Run(command, code, text.toString());
  }
}
