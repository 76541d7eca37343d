// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import io.rocjfr.agent.JnaSetup;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.LedgerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs the known work in this JVM; its ledger and recordings go into a folder. */
public final class ProgramMain {
  /** The ledger in the folder. */
  public static final String LEDGER = "ledger.json";

  /** The program writes it when an agent may come. */
  public static final String READY = "ready";

  /** And somebody else writes this when it has come. */
  public static final String ATTACHED = "attached";

  private static final int LOOK_MILLIS = 20;

  /** What is done. */
  public enum Part {
    /** HIP, with an agent from the start. */
    WHOLE,
    /** HIP, with an agent that comes later. */
    LATE,
    /** OpenCL, with an agent from the start. */
    OPENCL
  }

  private ProgramMain() {}

  /**
   * Runs a part.
   *
   * @param runtime the HIP runtime; null for the one that the loader finds
   */
  public static void run(Part part, Path folder, Path runtime) throws IOException {
    JnaSetup.initialize();
    Ledger ledger = new Ledger();
    ledger.thread = Thread.currentThread().getId();
    Recordings recordings = new Recordings(ledger, folder);
    HipProgram program = new HipProgram(ledger, runtime);
    if (part == Part.OPENCL) {
      new OpenClProgram(ledger).run(recordings);
    } else if (program.prepare()) {
      if (part == Part.LATE) {
        program.early();
        Files.createFile(folder.resolve(READY));
        await(folder.resolve(ATTACHED));
        program.late(recordings);
      } else {
        program.whole(recordings);
        program.cost(recordings);
      }
    }
    LedgerFile.write(ledger, folder.resolve(LEDGER));
  }

  private static void await(Path file) throws IOException {
    try {
      while (!Files.exists(file)) {
        if (!Files.exists(file.getParent())) {
          throw new IOException("no process waits for the ledger any more");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
