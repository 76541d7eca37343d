// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which command makes a file of which form, by the endings of names. */
final class OutputForms {
  /** What it is, and how it is made; {@code @} stands for the file. */
  private record Form(String what, String command) {}

  private static final Map<String, Form> FORMS = new LinkedHashMap<>();

  static {
    Form trace = new Form("a trace for Perfetto", "rocjfr convert FILE.jfr -o @");
    Form pprof = new Form("a profile of pprof", "rocjfr flame --pprof FILE.jfr -o @");
    FORMS.put(".html", new Form("a page", "rocjfr page FILE.jfr -o @"));
    FORMS.put(".jfr", new Form("a recording", "rocjfr record -o @ PROCESS"));
    FORMS.put(".pftrace", trace);
    FORMS.put(".perfetto-trace", trace);
    FORMS.put(".db", new Form("a database of rocpd", "rocjfr convert FILE.jfr -o @"));
    FORMS.put(
        ".parquet",
        new Form("one file of a folder of Parquet files", "rocjfr convert FILE.jfr -o FOLDER"));
    FORMS.put(".pb.gz", pprof);
    FORMS.put(".pprof", pprof);
    FORMS.put(".collapsed", new Form("stacks", "rocjfr flame --collapsed FILE.jfr -o @"));
    FORMS.put(".json", new Form("a summary as JSON", "rocjfr summary --json FILE.jfr > @"));
  }

  private OutputForms() {}

  /** What makes a file of this name; nothing where its ending says nothing. */
  static String advice(Path wanted) {
    String ending = ending(wanted);
    if (ending.isEmpty()) {
      return "";
    }
    Form form = FORMS.get(ending);
    return form.what + " is made by: " + form.command.replace("@", wanted.toString());
  }

  /** Ends the command if the name is that of another form than its own. */
  static void refuse(Path wanted, String... own) {
    if (!ending(wanted).isEmpty() && !List.of(own).contains(ending(wanted))) {
      throw new UserError(wanted + ": " + advice(wanted));
    }
  }

  private static String ending(Path wanted) {
    String name = wanted.toString().toLowerCase(Locale.ROOT);
    return FORMS.keySet().stream().filter(name::endsWith).findFirst().orElse("");
  }
}
