// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;

/**
 * A server that deploys an application again and again, each time in a loader of its own: as those
 * of application servers do, the loader looks into its own jars first. The application brings
 * OpenTelemetry and rocjfr-otel.jar, or with {@code shared=true} finds OpenTelemetry's API in the
 * server. Its requests run on the server's threads, which outlive it. At the end of each deployment
 * the server waits for the loader to go.
 */
public final class Reloads {
  private static final int THREADS = 4;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 1);
  private final ThreadLocal<Long> stream = ThreadLocal.withInitial(() -> gpu.createStream(counts));
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  /** Takes {@code shared=BOOLEAN}, {@code reloads=N}, {@code requests=N}. */
  public static void main(String[] arguments) throws Exception {
    Request request = Request.parse("reloads " + String.join(" ", arguments));
    Reloads server = new Reloads();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i <= request.number("reloads", 3); i++) {
      loaders.add(server.deploy(request, i));
    }
    // All but one may go where the API is the server's; the JVM needs some time for soft
    // references.
    int stay = request.flag("shared") ? 1 : 0;
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while ((alive(loaders) > stay || (stay == 0 && types() > 0)) && System.nanoTime() < deadline) {
      System.gc();
      Thread.sleep(20);
    }
    System.out.println("reloads: " + alive(loaders) + " loaders are left");
    System.out.println("reloads: " + types() + " types of rocjfr.SpanScope are left");
    server.threads.shutdown();
  }

  private static long types() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .filter(type -> type.getName().equals("rocjfr.SpanScope"))
        .count();
  }

  private static int alive(List<WeakReference<ClassLoader>> loaders) {
    return (int) loaders.stream().filter(loader -> loader.get() != null).count();
  }

  private WeakReference<ClassLoader> deploy(Request request, int deployment) throws Exception {
    WebApplication loader = new WebApplication(request.flag("shared"));
    Class<?> type = loader.loadClass("io.rocjfr.load.Deployed");
    AutoCloseable application =
        (AutoCloseable)
            type.getConstructor(String.class, Runnable.class, Consumer.class)
                .newInstance(
                    "deployment-" + deployment,
                    (Runnable) this::launch,
                    (Consumer<String>) System.out::println);
    int requests = request.number("requests", 40);
    CountDownLatch done = new CountDownLatch(requests);
    AtomicInteger failures = new AtomicInteger();
    for (int i = 0; i < requests; i++) {
      threads.execute(
          () -> {
            try {
              ((Runnable) application).run();
            } catch (RuntimeException | LinkageError e) {
              e.printStackTrace();
              failures.incrementAndGet();
            }
            done.countDown();
          });
    }
    done.await();
    gpu.synchronizeDevice(counts);
    application.close();
    loader.close();
    System.out.println("reloads: deployment " + deployment + " failures " + failures.get());
    return new WeakReference<>(loader);
  }

  /** The GPU's work of a request. */
  private void launch() {
    gpu.launchMarked(counts, 16, stream.get());
  }

  /** Its own classes first, but those that the server shares. */
  private static final class WebApplication extends URLClassLoader {
    private final boolean sharedApi;

    WebApplication(boolean sharedApi) throws Exception {
      super("application", jars(), Reloads.class.getClassLoader());
      this.sharedApi = sharedApi;
    }

    private static URL[] jars() throws Exception {
      List<URL> jars = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        jars.add(new File(entry).toURI().toURL());
      }
      return jars.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        if (isOwn(name)) {
          return findClass(name);
        }
        return super.loadClass(name, resolve);
      }
    }

    private boolean isOwn(String name) {
      if (name.startsWith("io.opentelemetry.api.")
          || name.startsWith("io.opentelemetry.context.")
          || name.startsWith("io.opentelemetry.common.")) {
        return !sharedApi;
      }
      return name.startsWith("io.opentelemetry.")
          || name.startsWith("io.rocjfr.otel.")
          || name.startsWith("io.rocjfr.load.Deployed")
          || name.matches("io\\.rocjfr\\.[A-Z].*")
          || name.startsWith("okhttp3.")
          || name.startsWith("okio.")
          || name.startsWith("kotlin.");
    }
  }
}
