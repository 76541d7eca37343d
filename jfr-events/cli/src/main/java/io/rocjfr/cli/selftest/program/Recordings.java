// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import io.rocjfr.cli.selftest.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** Recordings of the known work, with all events of rocjfr and none that names the user. */
final class Recordings {
  private static final String SETTINGS = "/rocjfr.jfc";

  /** The JDK's own that a recording has without being asked; they name files. */
  private static final List<String> LEFT_OUT = List.of("jdk.ActiveRecording", "jdk.ActiveSetting");

  private final Ledger ledger;
  private final Path folder;
  private final Map<String, String> settings;
  private Recording recording;
  private String name;

  Recordings(Ledger ledger, Path folder) throws IOException {
    this.ledger = ledger;
    this.folder = folder;
    settings = settings();
  }

  private static Map<String, String> settings() throws IOException {
    try (InputStream in = Recordings.class.getResourceAsStream(SETTINGS)) {
      if (in == null) {
        throw new IOException("rocjfr.jar contains no settings: " + SETTINGS);
      }
      Map<String, String> all =
          new HashMap<>(
              Configuration.create(new InputStreamReader(in, StandardCharsets.UTF_8))
                  .getSettings());
      LEFT_OUT.forEach(event -> all.put(event + "#enabled", "false"));
      return all;
    } catch (ParseException e) {
      throw new IOException(e);
    }
  }

  void start(String called) {
    name = called;
    recording = new Recording();
    recording.setSettings(settings);
    recording.start();
    Reference.mark();
  }

  void stop() throws IOException {
    Reference.mark();
    String file = name + ".jfr";
    recording.stop();
    recording.dump(folder.resolve(file));
    recording.close();
    ledger.recordings.put(name, file);
  }

  /** For what a launch costs; nobody reads it. */
  void startUnread() {
    recording = new Recording();
    recording.setSettings(settings);
    recording.start();
  }

  void stopUnread() {
    recording.stop();
    recording.close();
  }
}
