// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/**
 * A program under test: does on the GPU what its standard input asks for, and counts it. Each line
 * of input is a {@link Request}; it answers each with one line, {@code load: ok} and JSON, or
 * {@code load: error} and why. At the end of its input, and at {@code return}, main returns.
 */
public final class Load {
  private static final String OK = "load: ok ";
  private static final String ERROR = "load: error ";

  private Load() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws IOException {
    Session session = new Session();
    System.out.println("load: ready " + ProcessHandle.current().pid());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isBlank()) {
        continue;
      }
      Request request = Request.parse(line);
      switch (request.verb()) {
        case "return" -> {
          return;
        }
        case "exit" -> System.exit(request.number("status", 0));
        case "halt" -> Runtime.getRuntime().halt(request.number("status", 0));
        default -> answer(session, request);
      }
    }
  }

  private static void answer(Session session, Request request) {
    String answer;
    try {
      answer = OK + Json.of(new TreeMap<>(session.handle(request)));
    } catch (IOException | RuntimeException | LinkageError e) {
      e.printStackTrace();
      answer = ERROR + e;
    }
    System.out.println(answer);
  }
}
