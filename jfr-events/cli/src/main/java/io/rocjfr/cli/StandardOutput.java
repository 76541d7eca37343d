// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output, which keeps what a TextOutput does not tell: why it could not be written. */
final class StandardOutput extends BufferedOutputStream {
  /** What Linux says to who writes to a reader that has gone, as {@code head} does. */
  private static final String READER_HAS_GONE = "Broken pipe";

  private String problem;

  StandardOutput(OutputStream to) {
    super(to);
  }

  /** Null if all was written, or whoever reads it has enough of it. */
  String problem() {
    return READER_HAS_GONE.equals(problem) ? null : problem;
  }

  @Override
  public synchronized void write(int b) throws IOException {
    try {
      super.write(b);
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) throws IOException {
    try {
      super.write(bytes, from, count);
    } catch (IOException e) {
      throw kept(e);
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    try {
      super.flush();
    } catch (IOException e) {
      throw kept(e);
    }
  }

  private IOException kept(IOException e) {
    if (problem == null) {
      problem = e.getMessage();
    }
    return e;
  }
}
