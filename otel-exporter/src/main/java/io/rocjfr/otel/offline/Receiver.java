// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * What says where spans go and with which headers: options, properties of the system, the
 * environment. It is looked at before a library does, whose messages may quote passwords and
 * tokens; ours name the place and the header, and never quote a value.
 */
final class Receiver {
  private static final String EXAMPLE = "http://localhost:4317";

  /** What a header's name may hold beside letters and digits. */
  private static final String NAME = "!#$%&'*+-.^_`|~";

  private static final int MOST_PORTS = 65_535;

  private final UnaryOperator<String> properties;
  private final UnaryOperator<String> environment;
  private final Secrets secrets;

  /** Reads from these; a value is null where nothing is said. What is secret is told. */
  Receiver(UnaryOperator<String> properties, UnaryOperator<String> environment, Secrets secrets) {
    this.properties = properties;
    this.environment = environment;
    this.secrets = secrets;
  }

  /** A setting as OpenTelemetry's SDK finds it, and where it stands. */
  private record Found(String where, String value) {}

  private Found find(String setting) {
    for (String name : new String[] {"otel.exporter.otlp.traces.", "otel.exporter.otlp."}) {
      String property = properties.apply(name + setting);
      if (property != null && !property.isBlank()) {
        return new Found("the property " + name + setting, property);
      }
      String variable = (name + setting).toUpperCase(Locale.ROOT).replace('.', '_');
      String value = environment.apply(variable);
      if (value != null && !value.isBlank()) {
        return new Found(variable, value);
      }
    }
    return null;
  }

  /** The value of a setting that is no secret; null where nothing is said. */
  String setting(String name) {
    Found found = find(name);
    return found == null ? null : found.value();
  }

  /** Keeps what all places hold, whichever of them counts. */
  void learn(Secret endpoint, Secret headers) {
    learnEndpoint(endpoint == null ? null : endpoint.reveal());
    learnHeaders(headers == null ? null : headers.reveal());
    for (String signal : new String[] {"", "traces.", "metrics.", "logs."}) {
      for (UnaryOperator<String> from : List.of(properties, environment)) {
        learnEndpoint(from.apply(named(from, signal + "endpoint")));
        learnHeaders(from.apply(named(from, signal + "headers")));
      }
    }
  }

  private String named(UnaryOperator<String> place, String setting) {
    String name = "otel.exporter.otlp." + setting;
    return place == properties ? name : name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** What stands before the last @, as a whole and in its parts. */
  private void learnEndpoint(String url) {
    if (url != null && url.matches("[^?#]*[?#].*")) {
      String behind = url.replaceFirst("[^?#]*[?#]", "");
      for (String part : behind.split("[&#=?;]", -1)) {
        learnValue(part);
      }
      learnValue(behind);
    }
    int end = url == null ? -1 : url.lastIndexOf('@');
    if (end < 0) {
      return;
    }
    int begin = url.indexOf("//");
    String user = url.substring(begin >= 0 && begin < end ? begin + 2 : 0, end);
    secrets.add(user);
    int colon = user.indexOf(':');
    if (colon >= 0) {
      learnValue(user.substring(colon + 1));
    }
    learnValue(user);
  }

  private void learnHeaders(String headers) {
    if (headers == null) {
      return;
    }
    for (String header : headers.split(",", -1)) {
      // What has no name may be the rest of a value with a comma in it.
      learnValue(header.substring(header.indexOf('=') + 1));
    }
  }

  private void learnValue(String value) {
    secrets.add(value);
    secrets.add(decoded(value));
    // Such as "Bearer TOKEN".
    for (String word : value.strip().split("\\s+", -1)) {
      secrets.add(word);
    }
    String whole = decoded(value);
    for (String word : whole == null ? new String[0] : whole.strip().split("\\s+", -1)) {
      secrets.add(word);
    }
  }

  /** Null if a percent sign begins no two hexadecimal digits. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * The endpoint that counts, looked at; null where nothing is said.
   *
   * @param option what the command line says, or null
   * @throws IllegalArgumentException if it is none; the message is for the user
   */
  URI endpoint(Secret option) {
    Found found = option == null ? find("endpoint") : new Found("--endpoint", option.reveal());
    if (found == null) {
      return null;
    }
    String where = found.where();
    URI url;
    try {
      url = new URI(found.value().strip());
    } catch (URISyntaxException e) {
      throw noUrl(where, found.value());
    }
    if (!("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
      throw noUrl(where, found.value());
    }
    String authority = url.getRawAuthority() == null ? "" : url.getRawAuthority();
    if (authority.contains("@")) {
      throw new IllegalArgumentException(
          where
              + " has a user or a password, but the export would not send it. Remove it from the"
              + " URL, and give it as a header: --headers 'authorization=Basic%20...', or in"
              + " OTEL_EXPORTER_OTLP_HEADERS");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw new IllegalArgumentException(
          where
              + " has a query or a fragment (behind ? or #), but the export would not send it."
              + " Remove it from the URL. Give a token as a header: --headers 'x-api-key=...', or"
              + " in OTEL_EXPORTER_OTLP_HEADERS");
    }
    if (url.getHost() == null || url.getPort() > MOST_PORTS || url.getPort() == 0) {
      throw authority.matches(".*:\\d+")
          ? new IllegalArgumentException(
              where + " has no port from 1 to " + MOST_PORTS + ", as in " + EXAMPLE)
          : noUrl(where, found.value());
    }
    return url;
  }

  /** Quoted only where nothing in it can be a password. */
  private static IllegalArgumentException noUrl(String where, String value) {
    return new IllegalArgumentException(
        where
            + " must be a URL such as "
            + EXAMPLE
            + ", not "
            + (value.matches("[\\w.:/-]{1,100}") && !value.contains("@")
                ? value
                : "the given value (it is not shown, because it may be a password)"));
  }

  /**
   * Looks at a file that the SDK reads whole: a pipe may be silent, and a device may have no end.
   *
   * @param setting such as {@code client.key}
   * @param option what the command line says, or null
   * @throws IllegalArgumentException if there is something else; the message is for the user
   */
  void checkFile(String setting, Path option) {
    Found found =
        option == null
            ? find(setting)
            : new Found("--" + setting.replace('.', '-'), option.toString());
    if (found == null) {
      return;
    }
    Path file = Path.of(found.value());
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(found.where() + " must name a file, not " + file);
    }
  }

  /**
   * Looks at the headers that count.
   *
   * @param option what the command line says, or null
   * @throws IllegalArgumentException if one is none; the message is for the user
   */
  void checkHeaders(Secret option) {
    Found found = option == null ? find("headers") : new Found("--headers", option.reveal());
    if (found == null) {
      return;
    }
    int number = 0;
    for (String header : found.value().split(",", -1)) {
      number++;
      if (!header.isBlank()) {
        check(found.where(), number, header);
      }
    }
  }

  private static void check(String where, int number, String header) {
    int equals = header.indexOf('=');
    String name = equals < 0 ? "" : header.substring(0, equals).strip();
    if (name.isEmpty() || !name.chars().allMatch(Receiver::isOfName)) {
      throw new IllegalArgumentException(
          where
              + ": header number "
              + number
              + " is not NAME=VALUE with a name that HTTP allows."
              + " Write a comma in a value as %2C");
    }
    String value = decoded(header.substring(equals + 1).strip());
    if (value == null) {
      throw new IllegalArgumentException(
          where
              + ": in the value of the header "
              + name
              + " a % is not followed by two"
              + " hexadecimal digits. Write a % as %25");
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c != '\t' && (c < ' ' || c > '~')) {
        throw new IllegalArgumentException(
            where
                + ": the value of the header "
                + name
                + " has a character that HTTP does not"
                + " allow (U+"
                + String.format("%04X", (int) c)
                + ", number "
                + (i + 1)
                + " of "
                + value.length()
                + "). HTTP allows letters, digits and signs of ASCII");
      }
    }
  }

  private static boolean isOfName(int c) {
    return c < 0x7f && (Character.isLetterOrDigit(c) || NAME.indexOf(c) >= 0);
  }
}
