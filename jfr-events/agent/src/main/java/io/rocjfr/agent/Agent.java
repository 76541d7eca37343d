// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.NativeTracer;
import io.rocjfr.bridge.TracerException;
import io.rocjfr.bridge.TracerOptions;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The agent: brings up the tracer, the drain, JFR and the public API. */
public final class Agent {
  private Agent() {}

  /**
   * Starts everything; see {@link Start}.
   *
   * @param jar rocjfr.jar
   * @param early whether no thread of the application runs yet
   * @return null if it runs; if not, why, which a line on standard error said, too
   */
  public static String start(
      String optionText, Instrumentation instrumentation, Path jar, boolean early) {
    try {
      AgentOptions options = AgentOptions.parse(optionText);
      Log.setLevel(options.log());
      Path library = NativeLibraryFile.find(options.nativeLibrary(), jar);
      if (early) {
        // Java copies the environment at its first use: without what the tracer puts there for
        // libraries of this process, so that children have none of it that get Java's copy.
        System.getenv("OPENCL_LAYERS");
      }
      NativeTracer tracer =
          NativeTracer.open(library.toString(), tracerOptions(options, early), describe(jar));
      if (options.openClAlways()) {
        tracer.setOpenClProfiling(true);
      }
      ApiPublisher.publish(jar, instrumentation); // no class of ours that uses it was needed yet
      Drain drain = new Drain(tracer);
      drain.start();
      LaterLibrary roctracer = LaterLibrary.roctracer(tracer, library, jar);
      LaterLibrary buffered = LaterLibrary.buffered(library, jar);
      Thread exit = new ExitThread(roctracer, buffered, drain);
      Runtime.getRuntime().addShutdownHook(exit);
      if (options.memoryAlways()) {
        drain.followMemoryAlways();
      }
      JfrWiring.connect(drain, instrumentation);
      // Last: the application may wait for Rocjfr.isActive().
      Map<String, Object> functions = ApiLinks.functions(tracer, drain, roctracer);
      functions.put("buffered", buffered);
      ApiLinks.connect(functions, instrumentation);
      Log.info("runs with " + library);
      return null;
    } catch (IllegalArgumentException | IOException | TracerException e) {
      Log.warn("no GPU activity is recorded: " + e.getMessage());
      TemporaryFiles.removeAll();
      return String.valueOf(e.getMessage());
    }
  }

  /** JFR's own hook may run beside it. */
  private static final class ExitThread extends Thread {
    private final LaterLibrary roctracer;
    private final LaterLibrary buffered;
    private final Drain drain;

    ExitThread(LaterLibrary roctracer, LaterLibrary buffered, Drain drain) {
      super(null, null, "rocjfr-exit", 0, false);
      this.roctracer = roctracer;
      this.buffered = buffered;
      this.drain = drain;
    }

    @Override
    public void run() {
      roctracer.exit();
      buffered.exit();
      drain.exit();
    }
  }

  private static TracerOptions tracerOptions(AgentOptions options, boolean early) {
    return new TracerOptions(
        options.ringBytes(),
        options.memoryBytes(),
        options.lossless(),
        options.losslessWaitMillis(),
        early);
  }

  /** Its text names this jar. It is for messages only: no manifest is read before. */
  static Object describe(Path jar) {
    return new Object() {
      @Override
      public String toString() {
        return text(jar);
      }
    };
  }

  private static String text(Path jar) {
    if (jar == null) {
      return "this build of rocjfr";
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String version =
          manifest == null ? null : manifest.getMainAttributes().getValue("Implementation-Version");
      return jar + " (version " + (version == null ? "unknown" : version) + ")";
    } catch (IOException e) {
      return jar.toString();
    }
  }
}
