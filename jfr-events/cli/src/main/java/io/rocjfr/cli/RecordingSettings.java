// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What shall be recorded: rocjfr's events, and what else the user names. */
final class RecordingSettings implements AutoCloseable {
  private static final String OURS = "/rocjfr.jfc";

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description =
          "Settings (.jfc) that replace rocjfr's own. Default: all events of rocjfr. May be"
              + " repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--also",
      paramLabel = "NAME",
      description =
          "Also record the JVM: default or profile (the JDK's settings), or a file (.jfc). May"
              + " be repeated.")
  private List<String> also = new ArrayList<>();

  private Path own;

  /**
   * Names and files, as the JFR of another process takes them.
   *
   * @param folder which that process sees
   */
  List<String> names(ProcessId process, Path folder) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    List<String> names = names(ProcessFiles.areSame(process, temporary) ? temporary : folder);
    for (String one : names) {
      if (one.startsWith("/")) {
        ProcessFiles.require(process, Path.of(one));
      }
    }
    return names;
  }

  /** The same, where ours are put into this folder. */
  List<String> names(Path folder) {
    List<String> names = new ArrayList<>();
    for (String one : also) {
      names.add(one.endsWith(".jfc") ? existing(one) : one);
    }
    for (String one : settings) {
      names.add(existing(one));
    }
    if (settings.isEmpty()) {
      names.add(own(folder));
    }
    return names;
  }

  private static String existing(String file) {
    Path path = Path.of(file).toAbsolutePath();
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw new UserError("The settings " + file + " cannot be read.");
    }
    return path.toString();
  }

  private String own(Path folder) {
    try (InputStream in = RecordingSettings.class.getResourceAsStream(OURS)) {
      if (in == null) {
        throw new UserError("rocjfr.jar contains no settings: " + OURS);
      }
      own = Files.createTempFile(folder, "rocjfr", ".jfc");
      // It itself, not what somebody may have linked in its place in a folder of his.
      Files.write(own, in.readAllBytes(), WRITE, NOFOLLOW_LINKS);
      // The process that reads it may be another user's; it is no secret.
      Files.getFileAttributeView(own, PosixFileAttributeView.class, NOFOLLOW_LINKS)
          .setPermissions(PosixFilePermissions.fromString("rw-r--r--"));
      return own.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      if (own != null) {
        Files.deleteIfExists(own);
      }
    } catch (IOException e) {
      // A small file stays in the temporary folder.
    }
  }
}
