// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;

/**
 * A part of a file.
 *
 * @param offset where it begins
 * @param bytes how long it is
 */
public record Section(long offset, long bytes) {

  /** The sections of a file, one behind the other. Each is opened when the one before is read. */
  @SuppressWarnings("JdkObsolete") // SequenceInputStream knows nothing newer.
  static InputStream open(Path file, List<Section> sections) {
    Iterator<Section> rest = sections.iterator();
    return new SequenceInputStream(
        new Enumeration<>() {
          @Override
          public boolean hasMoreElements() {
            return rest.hasNext();
          }

          @Override
          public InputStream nextElement() {
            try {
              return rest.next().open(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  private InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    in.skipNBytes(offset);
    return new Limited(new BufferedInputStream(in, 1 << 16), bytes);
  }

  /** Ends early. */
  private static final class Limited extends FilterInputStream {
    private long left;

    Limited(InputStream in, long left) {
      super(in);
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      int value = left == 0 ? -1 : super.read();
      left -= value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = left == 0 ? -1 : super.read(bytes, offset, (int) Math.min(length, left));
      left -= Math.max(read, 0);
      return read;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
