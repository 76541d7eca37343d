// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A Chromium without a window, driven by its DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 900;

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  /** Where it is installed, if it is. */
  static Optional<Path> installed() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(":", -1))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path program, int width, int height) throws Exception {
    profile = Files.createTempDirectory("chromium");
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "--window-size=" + width + "," + height,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    // "DevTools listening on ws://127.0.0.1:PORT/..."
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    while (line != null && !line.contains("ws://")) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException(program + " does not start");
    }
    Thread rest = new Thread(() -> output.lines().forEach(unused -> {}), "chromium output");
    rest.setDaemon(true);
    rest.start();
    URI browser = URI.create(line.substring(line.indexOf("ws://")).strip());
    HttpClient http = HttpClient.newHttpClient();
    socket =
        http.newWebSocketBuilder()
            .buildAsync(URI.create(firstPage(http, browser.getPort())), new Answers())
            .get(SECONDS, TimeUnit.SECONDS);
    resize(width, height);
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
    call("Page.enable", Map.of());
    // A chart whose size changes while it is drawn is an error of the window's only.
    call(
        "Page.addScriptToEvaluateOnNewDocument",
        Map.of("source", "addEventListener('error', e => console.error(e.message))"));
  }

  /** Another size of the window; the page has been drawn for it when this returns. */
  void resize(int width, int height) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    awaitFrames();
  }

  /** Its socket's address; it listens before it has a page. */
  private static String firstPage(HttpClient http, int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    long deadline = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (System.nanoTime() < deadline) {
      for (JsonNode page : JSON.readTree(http.send(request, BodyHandlers.ofString()).body())) {
        if (page.path("type").asText().equals("page")) {
          return page.get("webSocketDebuggerUrl").asText();
        }
      }
      Thread.sleep(50);
    }
    throw new AssertionError("there is no page");
  }

  /** Opens a page from the disk; one that fails to start fails here. */
  void open(Path page) throws Exception {
    open(page, "Page");
  }

  /** Opens a page that has such an object when it is there. */
  void open(Path page, String object) throws Exception {
    call("Page.enable", Map.of());
    evaluate("window.isOfBefore = true"); // it may still be asked, of the same page, too
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    long deadline = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (!isThere(object)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the page does not load");
      }
    }
  }

  private boolean isThere(String object) throws Exception {
    JsonNode answer =
        answer(
            "Runtime.evaluate",
            Map.of(
                "expression",
                "!window.isOfBefore && document.readyState === 'complete' && typeof "
                    + object
                    + " === 'object'"));
    // An error: the page of before has gone while it was asked.
    return answer.path("result").path("result").path("value").asBoolean();
  }

  /** The value of an expression; of a promise what it comes to. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  /** As a user who prefers dark or light pages. */
  void prefer(String scheme) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            java.util.List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void mouse(String type, int x, int y) throws Exception {
    call(
        "Input.dispatchMouseEvent",
        Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
  }

  void click(int x, int y) throws Exception {
    mouse("mouseMoved", x, y);
    mouse("mousePressed", x, y);
    mouse("mouseReleased", x, y);
  }

  /** A key with this code, pressed and released; a letter types itself. */
  void key(String key, int code) throws Exception {
    Map<String, Object> pressed = new HashMap<>(Map.of("key", key, "windowsVirtualKeyCode", code));
    pressed.put("type", key.length() == 1 ? "keyDown" : "rawKeyDown");
    if (key.length() == 1) {
      pressed.put("text", key);
    }
    call("Input.dispatchKeyEvent", pressed);
    call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    awaitFrames();
  }

  void screenshot(Path file) throws Exception {
    JsonNode shot = call("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(shot.get("data").asText()));
  }

  /** What all of its processes together have used of processors, in nanoseconds. */
  long processorNanos() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .mapToLong(one -> one.info().totalCpuDuration().map(java.time.Duration::toNanos).orElse(0L))
        .sum();
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    JsonNode message = answer(method, parameters);
    if (message.has("error")) {
      throw new AssertionError(method + ": " + message.get("error"));
    }
    return message.get("result");
  }

  private JsonNode answer(String method, Map<String, ?> parameters) throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket
        .sendText(
            JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
        .get(SECONDS, TimeUnit.SECONDS);
    return answer.get(SECONDS, TimeUnit.SECONDS);
  }

  /** What it has said that users find in its console: errors and warnings. */
  List<String> complaints() throws Exception {
    awaitFrames();
    return List.copyOf(complaints);
  }

  /** What was changed until now is drawn, and said of, before the second frame. */
  private void awaitFrames() throws Exception {
    evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " setTimeout(done))))");
  }

  private void note(JsonNode message) {
    JsonNode about = message.path("params");
    switch (message.path("method").asText()) {
      case "Log.entryAdded" -> {
        JsonNode entry = about.path("entry");
        if (entry.path("level").asText().matches("error|warning")) {
          complaints.add(entry.path("text").asText());
        }
      }
      case "Runtime.consoleAPICalled" -> {
        if (about.path("type").asText().matches("error|warning|assert")) {
          complaints.add(about.path("args").toString());
        }
      }
      case "Runtime.exceptionThrown" -> complaints.add(about.path("exceptionDetails").toString());
      default -> {
        // Nothing that it complains of, or an answer.
      }
    }
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder part = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        try {
          JsonNode message = JSON.readTree(part.toString());
          note(message);
          CompletableFuture<JsonNode> waiting = answers.remove(message.path("id").asInt());
          if (waiting != null) {
            waiting.complete(message);
          }
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        } finally {
          part.setLength(0);
        }
      }
      from.request(1);
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join()); // till then they write into their folder
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
