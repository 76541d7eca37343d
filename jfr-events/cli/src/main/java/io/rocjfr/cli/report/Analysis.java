// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import io.rocjfr.jmc.rules.GpuRules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.parser.filter.FilterExtension;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** Runs all our rules on recordings. */
public final class Analysis {
  /** The rules read nothing else, so that a recording of the whole JVM does not fill the memory. */
  private static final FilterExtension OURS =
      new FilterExtension(type -> type.startsWith("rocjfr.") || type.equals("jdk.ActiveSetting"));

  /**
   * JMC's parser warns of each field that a newer JDK has in a thread or a stack frame. That is no
   * news to a user; what makes a file unreadable is thrown. Kept, as loggers are not.
   */
  private static final Logger JMC = Logger.getLogger("org.openjdk.jmc");

  static {
    JMC.setLevel(Level.SEVERE);
  }

  private Analysis() {}

  /**
   * What the rules say of the chunks of a file.
   *
   * @param shown what the findings call the file
   * @throws IOException if the chunks cannot be read
   */
  public static List<Finding> of(Path file, Path shown, List<Section> chunks) throws IOException {
    IItemCollection items;
    try (InputStream in = Section.open(file, chunks)) {
      items = JfrLoaderToolkit.loadEvents(in, List.of(OURS));
    } catch (CouldNotLoadRecordingException | RuntimeException | StackOverflowError e) {
      // On damaged data the parser throws about anything.
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    List<Finding> findings = new ArrayList<>();
    for (Future<IResult> result :
        RulesToolkit.evaluateParallel(GpuRules.all(), items, null, 0).values()) {
      findings.add(Finding.of(shown, value(result)));
    }
    findings.sort(Finding.WORST_FIRST);
    return findings;
  }

  private static IResult value(Future<IResult> result) {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError full) {
        throw full; // The caller says how to give it more.
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
