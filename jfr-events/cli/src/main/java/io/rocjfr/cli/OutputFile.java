// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.rocjfr.recording.Leftovers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** A file that a command makes: it is there whole, or as it was. */
final class OutputFile implements Output {
  /** A disk with less has none: what is written there is larger. */
  private static final long ROOM = 1L << 20;

  private final Path file;
  private final Path part;

  private OutputFile(Path file) {
    this.file = file;
    // Another one may be writing the same file, from another machine, too.
    String tag = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    part = file.resolveSibling(file.getFileName() + "." + tag + ".part");
  }

  /** Writes it as a stream. */
  interface Bytes {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Ends the command if nothing can be written there. */
  static OutputFile of(Path wanted) {
    Path file = wanted.toAbsolutePath().normalize();
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UserError("There is no folder " + folder + " for " + wanted + ".");
    }
    if (Files.isDirectory(file)) {
      throw new UserError(wanted + " is a folder. Name a file in it.");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new UserError(wanted + " cannot be written by this user.");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UserError(wanted + " is not a file that can be replaced. Name another file.");
    }
    try {
      return new OutputFile(Files.exists(file) ? file.toRealPath() : file); // what a link names
    } catch (IOException e) {
      throw new UserError(wanted + " cannot be written: " + reason(e));
    }
  }

  /** Writes it. Ends the command if that fails. */
  void write(Bytes bytes) {
    make(
        to -> {
          try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
            bytes.writeTo(out);
          }
          return true;
        });
  }

  @Override
  public void make(Content content) {
    try {
      try {
        if (content.writeTo(Leftovers.add(part))) {
          takeAccess(part, file);
          // What it was made of may be gone, and it not whole, where the process is ending.
          Leftovers.whole(() -> Files.move(part, file, StandardCopyOption.REPLACE_EXISTING));
        }
      } finally {
        Leftovers.delete(part);
      }
    } catch (IOException e) {
      throw failed(file, file.getParent(), e);
    }
  }

  /** Whoever may not read what is replaced may not read what replaces it, and the reverse. */
  static void takeAccess(Path made, Path replaced) throws IOException {
    if (Files.isRegularFile(replaced)) {
      PosixFileAttributeView view = // of itself, not of what somebody may have linked in its place
          Files.getFileAttributeView(made, PosixFileAttributeView.class, NOFOLLOW_LINKS);
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(replaced);
      permissions.add(PosixFilePermission.OWNER_WRITE); // it is to be written first
      view.setPermissions(permissions);
    }
  }

  /**
   * Why a file or folder cannot be written, and what to do where there is no room for it.
   *
   * @param folder in which there would have to be room
   */
  static UserError failed(Path wanted, Path folder, IOException failure) {
    return new UserError(
        wanted
            + " cannot be written: "
            + (isFull(String.valueOf(failure.getMessage())) ? full(folder) : reason(failure)));
  }

  /** The same of what another process could not write, which does not say why. */
  static UserError failed(Path wanted, Path folder, String said) {
    boolean full = isFull(said) || !hasRoom(folder);
    return full
        ? new UserError(wanted + " cannot be written: " + full(folder))
        : UserError.said(wanted + " cannot be written: " + said);
  }

  /** What follows where there is no room in a folder; else nothing. */
  static String advice(Path folder) {
    return hasRoom(folder) ? "" : "; " + full(folder);
  }

  private static boolean hasRoom(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() >= ROOM;
    } catch (IOException e) {
      return true; // It is not known.
    }
  }

  private static String full(Path folder) {
    return "no space is left on the disk of "
        + folder
        + ". Make room there, or name a place on another disk (-o).";
  }

  /** As the C library says it, of the disk and of the user's share of it. */
  private static boolean isFull(String said) {
    return said.contains("No space left on device") || said.contains("Disk quota exceeded");
  }

  /** Why it failed, as the system says. */
  static String reason(IOException failure) {
    if (Leftovers.areRemoved()) {
      return "interrupted";
    }
    if (!(failure instanceof FileSystemException file)) {
      return failure.getMessage();
    }
    if (file.getReason() != null) {
      return file.getReason();
    }
    return file.getFile() + ": " + words(file);
  }

  /** The JDK has none for these. */
  private static String words(FileSystemException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    return failure instanceof DirectoryNotEmptyException
        ? "the folder is not empty"
        : failure.getClass().getSimpleName();
  }

  /** Where it is; what a link names. */
  Path path() {
    return file;
  }

  /** How large it is. */
  long bytes() throws IOException {
    return Files.size(file);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
