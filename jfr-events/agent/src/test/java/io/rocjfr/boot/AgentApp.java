// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityListener;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import io.rocjfr.roctracer.Roctracer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The application in another JVM that {@link AgentTest} starts; prints what it finds. */
@SuppressWarnings("try") // scopes are there to be closed
public final class AgentApp {
  private AgentApp() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "hello" -> System.out.println("hello");
      case "active" -> {
        System.out.println("active " + Rocjfr.isActive());
        System.out.println("state " + Rocjfr.status().state());
        System.out.println("loader " + Rocjfr.class.getClassLoader());
        System.out.println("jna.nounpack " + System.getProperty("jna.nounpack"));
        System.out.println("jna.nosys " + System.getProperty("jna.nosys"));
        noops();
      }
      case "record" -> record();
      case "pretender" -> pretender();
      case "copy" -> copy(Path.of(args[1]));
      case "late" -> late();
      case "partly" -> partly(Path.of(args[1]));
      case "virtual" -> virtual();
      case "powers" -> powers();
      case "properties" -> properties();
      case "environment" -> environment();
      case "collect" -> collect();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Whatever can be unloaded is, while JFR records. */
  private static void collect() {
    try (Recording recording = new Recording()) {
      recording.start();
      System.gc();
      System.out.println("Java " + Runtime.version().feature());
    }
  }

  /** Variables of tools: those that Java knows, and those of two children. */
  private static void environment() throws IOException {
    Function<Stream<String>, List<String>> tools =
        lines ->
            lines
                .filter(line -> line.startsWith("HSA_TOOLS") || line.startsWith("OPENCL_LAYERS"))
                .sorted()
                .toList();
    System.out.println("known " + tools.apply(System.getenv().keySet().stream()));
    ProcessBuilder child = new ProcessBuilder("env");
    System.out.println("inherited " + tools.apply(child.start().inputReader().lines()));
    child.environment().put("OTHER", "1");
    System.out.println("its own " + tools.apply(child.start().inputReader().lines()));
  }

  /** What only the JDK and those that it opens itself to may do. */
  private static void powers() throws Exception {
    System.out.println("active " + Rocjfr.isActive());
    attempt(
        "internal Unsafe",
        () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
    attempt("field of java.lang", () -> String.class.getDeclaredField("value").setAccessible(true));
    attempt(
        "method of java.lang",
        () ->
            ClassLoader.class
                .getDeclaredMethod("findLoadedClass", String.class)
                .setAccessible(true));
    Field functions = Class.forName("io.rocjfr.Link").getDeclaredField("functions");
    functions.setAccessible(true);
    Class<?> ours = ((Map<?, ?>) functions.get(null)).get("roctracer").getClass();
    attempt(
        "grant in the agent's name",
        () ->
            MethodHandles.privateLookupIn(
                Module.class, MethodHandles.privateLookupIn(ours, MethodHandles.lookup())));
    try (Recording recording = new Recording()) {
      recording.start(); // what the agent needs of JFR it asks for now
      attempt("JFR's inside in the agent's name", () -> lookIntoJfr(ours));
    }
  }

  /** By a class of ours in the agent's loader, which is more than a lookup from without may. */
  private static void lookIntoJfr(Class<?> ours) throws Exception {
    try (InputStream bytes =
        AgentApp.class.getResourceAsStream("/io/rocjfr/agent/Intruder.class")) {
      MethodHandles.privateLookupIn(ours, MethodHandles.lookup())
          .defineClass(bytes.readAllBytes())
          .asSubclass(Callable.class)
          .getConstructor()
          .newInstance()
          .call();
    }
  }

  /** What is attempted. */
  private interface Attempt {
    void run() throws Exception;
  }

  private static void attempt(String what, Attempt attempt) throws Exception {
    try {
      attempt.run();
      System.out.println(what + ": possible");
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      System.out.println(what + ": refused");
    }
  }

  /** Loads the agent's JNA under eyes that see every use of a property of JNA's. */
  private static void properties() {
    Set<Object> touched = ConcurrentHashMap.newKeySet();
    System.setProperties(
        new Properties(System.getProperties()) {
          private static final long serialVersionUID = 1L;

          @Override
          public String getProperty(String key) {
            note(key);
            return super.getProperty(key);
          }

          @Override
          public String getProperty(String key, String otherwise) {
            note(key);
            return super.getProperty(key, otherwise);
          }

          @Override
          public synchronized Object setProperty(String key, String value) {
            note(key);
            return super.setProperty(key, value);
          }

          @Override
          public synchronized Object put(Object key, Object value) {
            note(key);
            return super.put(key, value);
          }

          @Override
          public synchronized Object remove(Object key) {
            note(key);
            return super.remove(key);
          }

          private void note(Object key) {
            if (String.valueOf(key).contains("jna.")) {
              touched.add(key);
            }
          }
        });
    String unseen = System.getProperty("not.jna.") + System.getProperty("jna.seen");
    System.out.println("the eyes see " + new TreeSet<>(touched) + unseen.length());
    touched.clear();
    System.out.println("roctracer " + Roctracer.version());
    System.out.println("touched " + touched);
  }

  private static void noops() {
    ExternalCorrelation.push(1);
    ExternalCorrelation.pop();
    ExternalCorrelation.pop();
    try (ExternalCorrelation.Scope scope = ExternalCorrelation.scope(2);
        Roctx.Range range = Roctx.range("nothing")) {
      Roctx.mark(null);
      System.out.println("scope " + (scope != null) + " range " + (range != null));
    }
    Roctx.stop(Roctx.start("x"));
    System.out.println("lost " + Rocjfr.lost());
  }

  private static void record() throws Exception {
    try (Recording recording = new Recording()) {
      recording.start();
      marks();
      recording.stop();
      print(recording);
    }
  }

  /** A thread whose class says another id, as it may before Java 19. */
  private static void pretender() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Path file = Files.createTempFile("rocjfr", ".jfr");
    Thread thread =
        new Thread("pretender") {
          @Override
          @SuppressWarnings("deprecation") // it is what is there on Java 17
          public long getId() {
            asked.incrementAndGet();
            return 4711;
          }

          @Override
          public void run() {
            try (Recording recording = new Recording()) {
              recording.start();
              Roctx.mark("mine");
              recording.stop();
              recording.dump(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    thread.start();
    thread.join();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("rocjfr.RoctxMark")) {
        System.out.println(
            "same id "
                + (event.getLong("javaThreadId") == event.getThread("thread").getJavaThreadId()));
      }
    }
    Files.delete(file);
    System.out.println("asked " + asked);
  }

  private static void marks() throws InterruptedException {
    try (ExternalCorrelation.Scope scope = ExternalCorrelation.scope(42);
        Roctx.Range outer = Roctx.range("outer")) {
      Roctx.push("inner \u20ac");
      TimeUnit.MILLISECONDS.sleep(2);
      Roctx.pop();
      long id = Roctx.start("across");
      Thread thread = new Thread(() -> Roctx.stop(id), "stopper");
      thread.start();
      thread.join();
    }
    Roctx.mark("after");
  }

  private static void print(Recording recording) throws Exception {
    Path file = Files.createTempFile("rocjfr", ".jfr");
    recording.dump(file);
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().startsWith("rocjfr.Roctx")) {
        System.out.println(
            event.getEventType().getName()
                + " "
                + event.getString("message")
                + " depth="
                + event.getInt("depth")
                + " external="
                + event.getLong("externalId")
                + " thread="
                + event.getString("threadName"));
      }
    }
    Files.delete(file);
  }

  /** A second copy of the API in a loader that does not ask its parent. */
  private static void copy(Path classes) throws Exception {
    try (Recording recording = new Recording();
        URLClassLoader loader = new ChildFirst(classes.toUri().toURL())) {
      recording.start();
      Class<?> external = loader.loadClass("io.rocjfr.ExternalCorrelation");
      System.out.println("other copy " + (external != ExternalCorrelation.class));
      Method active = loader.loadClass("io.rocjfr.Rocjfr").getMethod("isActive");
      System.out.println("active there " + active.invoke(null));
      external.getMethod("push", long.class).invoke(null, 4711L);
      Roctx.mark("here");
      Method mark = loader.loadClass("io.rocjfr.Roctx").getMethod("mark", String.class);
      mark.invoke(null, "there");
      external.getMethod("pop").invoke(null);
      recording.stop();
      print(recording);
    }
  }

  /** As application servers have: the application's own classes come first. */
  private static final class ChildFirst extends URLClassLoader {
    ChildFirst(URL classes) {
      super(new URL[] {classes}, null);
    }

    @Override
    protected synchronized Class<?> loadClass(String name, boolean resolve)
        throws ClassNotFoundException {
      if (name.startsWith("io.rocjfr.")) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  /** Everything is there before the agent: recording, API, listener. */
  private static void late() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (Recording recording = new Recording();
        ActivityListener.Registration registration =
            Rocjfr.addListener(batch -> hear(batch, heard))) {
      recording.start();
      System.out.println("active " + Rocjfr.isActive());
      while (!Rocjfr.isActive()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      marks();
      recording.stop();
      print(recording);
      printHeard(heard);
    }
  }

  /** A part of the API is loaded before the agent, the rest after it; another copy comes last. */
  private static void partly(Path classes) throws Exception {
    ExternalCorrelation.push(1);
    ExternalCorrelation.pop();
    Roctx.mark("too early");
    System.out.println("waiting");
    while (Roctx.start("attached") == 0) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    List<String> heard = new CopyOnWriteArrayList<>();
    try (Recording recording = new Recording();
        ActivityListener.Registration registration =
            Rocjfr.addListener(batch -> hear(batch, heard))) {
      recording.start();
      marks();
      recording.stop();
      print(recording);
      printHeard(heard);
    }
    System.out.println("loader " + (Rocjfr.class.getClassLoader() == null ? "boot" : "own"));
    copy(classes);
  }

  private static void printHeard(List<String> heard) throws InterruptedException {
    while (heard.size() < 4) { // the test ends it
      TimeUnit.MILLISECONDS.sleep(10);
    }
    heard.forEach(line -> System.out.println("heard " + line));
  }

  private static void hear(ActivityBatch batch, List<String> heard) {
    while (batch.next()) {
      heard.add(batch.kind() + " " + batch.message() + " " + batch.externalId());
    }
    throw new IllegalStateException("listeners may throw");
  }

  private static void virtual() throws Exception {
    try (Recording recording = new Recording()) {
      recording.start();
      Runnable body =
          () -> {
            try (ExternalCorrelation.Scope scope = ExternalCorrelation.scope(99);
                Roctx.Range range = Roctx.range("virtual")) {
              Roctx.mark("in virtual");
              System.out.println("push " + Roctx.push("inner"));
              LockSupport.parkNanos(1); // it may go on on another carrier
              Roctx.pop();
            }
          };
      Thread thread =
          (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
      thread.join();
      recording.stop();
      print(recording);
      System.out.println("skipped " + ExternalCorrelation.skippedOnVirtualThreads());
    }
  }
}
