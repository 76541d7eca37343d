// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.io.PrintWriter;

/** Lets others run the command {@code export} where its output goes elsewhere. */
public final class Export {
  private Export() {}

  /** Makes the spans and sends them nowhere. The exit code is returned. */
  public static int run(String file, PrintWriter out, PrintWriter err) {
    return ExportMain.run(out, err, "--discard", file);
  }
}
