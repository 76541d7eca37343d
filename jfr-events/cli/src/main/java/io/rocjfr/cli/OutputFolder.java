// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.OutputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that a command makes, or adds to; who writes it sees to it that its files are whole. */
final class OutputFolder implements Output {
  private static final String LIBRARY = "rocjfr-parquet.jar";

  private final Path folder;
  private final Path wanted;

  private OutputFolder(Path folder, Path wanted) {
    this.folder = folder;
    this.wanted = wanted;
  }

  /** Ends the command if nothing can be written there. */
  static OutputFolder of(Path wanted) {
    needParquet();
    Path folder = wanted.toAbsolutePath().normalize();
    Path parent = folder.getParent();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UserError(wanted + " is a file. -o FOLDER must be a folder or a new name.");
    }
    if (Files.notExists(folder) && (parent == null || !Files.isDirectory(parent))) {
      throw new UserError("There is no folder " + parent + " for " + wanted + ".");
    }
    if (!Files.isWritable(Files.exists(folder) ? folder : parent)) {
      throw new UserError(wanted + " cannot be written by this user.");
    }
    return new OutputFolder(folder, wanted);
  }

  /** It is in a jar of its own, since the agent is in this one. */
  private static void needParquet() {
    try {
      Class.forName(
          "org.apache.parquet.hadoop.ParquetWriter", false, OutputFolder.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      Path own = ThisJar.path();
      throw new UserError(
          LIBRARY
              + " is not beside rocjfr.jar. Folders of Parquet files need it"
              + (own == null ? "." : ": " + own.toAbsolutePath().resolveSibling(LIBRARY)));
    }
  }

  @Override
  public void make(Content content) {
    try {
      content.writeTo(folder);
    } catch (OutputException e) {
      throw failed(e.failure());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UserError failed(IOException e) {
    return OutputFile.failed(wanted, Files.isDirectory(folder) ? folder : folder.getParent(), e);
  }
}
