// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.services;

import io.rocjfr.load.RequestGpu;
import java.io.File;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardVirtualThreadExecutor;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat with one web application, which it reloads when a line comes that says so. Takes the
 * folder of the application. At the end it waits for the loaders of what was reloaded to go.
 */
public final class TomcatServer {
  /** The HTTP client of OpenTelemetry's exporter has a thread that goes after a minute. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(100);

  private TomcatServer() {}

  /** Takes the web application's folder, Tomcat's own, and whether requests get virtual threads. */
  public static void main(String[] arguments) throws Exception {
    RequestGpu.prepare(); // its threads are the server's
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(arguments[1]);
    tomcat.setPort(0);
    if (Boolean.parseBoolean(arguments[2])) {
      StandardVirtualThreadExecutor executor = new StandardVirtualThreadExecutor();
      executor.setName("virtual");
      tomcat.getService().addExecutor(executor);
      tomcat.getConnector().getProtocolHandler().setExecutor(executor);
    } else {
      tomcat.getConnector().setProperty("maxThreads", "16");
    }
    Context context = tomcat.addWebapp("", new File(arguments[0]).getAbsolutePath());
    tomcat.start();
    System.out.println("server: ready " + tomcat.getConnector().getLocalPort());
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      if (lines.nextLine().equals("reload")) {
        RequestGpu.await();
        loaders.add(new WeakReference<>(context.getLoader().getClassLoader()));
        context.reload();
        System.out.println("server: reloaded " + loaders.size());
      }
    }
    RequestGpu.finish();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (alive(loaders) > 0 && System.nanoTime() < deadline) {
      System.gc();
      Thread.sleep(100);
    }
    System.out.println("server: loaders left " + alive(loaders));
    tomcat.stop();
    System.exit(0);
  }

  private static long alive(List<WeakReference<ClassLoader>> loaders) {
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }
}
