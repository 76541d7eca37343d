// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords and tokens that are given in any way, also in a wrong one, are in no output. */
class SecretsTest {
  private static final String SECRET = "h4nter2!PassWord";

  /** Nobody listens there. */
  private static final String NOBODY = "http://127.0.0.1:1";

  @TempDir static Path folder;
  private static Path recording;

  private record Run(int code, String printed) {}

  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("some.jfr");
    EventFactory calls =
        EventFactory.create(
            List.of(new AnnotationElement(Name.class, "rocjfr.HipApi")),
            List.of(new ValueDescriptor(String.class, "function")));
    try (Recording jfr = new Recording()) {
      jfr.start();
      Event call = calls.newEvent();
      call.begin();
      call.set(0, "hipMalloc");
      call.commit();
      jfr.stop();
      jfr.dump(recording);
    } finally {
      calls.unregister();
    }
  }

  private static Run run(String... args) {
    StringWriter printed = new StringWriter();
    int code = ExportMain.run(new PrintWriter(printed), new PrintWriter(printed), args);
    return new Run(code, printed.toString());
  }

  /** In a JVM with this environment, and what says most. */
  private static Run runWith(Map<String, String> environment, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Drocjfr.debug=true"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (String arg : args) {
      if (arg.startsWith("-D")) {
        command.add(arg);
      }
    }
    command.add(ExportMain.class.getName());
    for (String arg : args) {
      if (!arg.startsWith("-D")) {
        command.add(arg);
      }
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Run(process.exitValue(), printed);
  }

  private static void assertNothingIsTold(Run run) {
    assertThat(run.printed())
        .doesNotContain(SECRET, SECRET.substring(0, 7), "PassWord", "NullPointerException")
        .isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-api-key=SECRET\u0001",
        "x-api-key=\u00e9SECRET",
        "x-api-key=SECRET\nSECRET",
        "x-api-key=SECRET%0a",
        "x-api-key=SECRET%zz",
        "authorization=Bearer SECRET\u0007",
        "a b=SECRET",
        "=SECRET",
        "SECRET",
        "x-api-key=ok,SECRET",
        "caf\u00e9=SECRET",
      })
  void headersThatHttpDoesNotTake(String headers) {
    for (String protocol : new String[] {"grpc", "http/protobuf"}) {
      Run run =
          run(
              recording.toString(),
              "--endpoint",
              NOBODY,
              "--protocol",
              protocol,
              "--headers",
              headers.replace("SECRET", SECRET));
      assertNothingIsTold(run);
      assertThat(run.code()).as(run.printed()).isEqualTo(2);
      assertThat(run.printed()).startsWith("rocjfr: --headers: ").contains(" header ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://user:SECRET@localhost:4317, has a user or a password",
    "http://SECRET@localhost:4317, has a user or a password",
    "http://user:SECRET@localhost:99999, has a user or a password",
    "http://user:SECRET@local host:4317, it is not shown",
    "http://user:SECRET@, ''",
    "user:SECRET@localhost:4317, it is not shown",
    "ftp://user:SECRET@localhost, it is not shown",
    "http://[::SECRET, it is not shown",
    "SECRET, it is not shown",
    "http://user:SE^SECRET@localhost:1, it is not shown",
    "http://localhost:1/?token=SECRET, has a query or a fragment",
    "http://localhost:1/#SECRET, has a query or a fragment",
    "http://localhost:99999, no port from 1 to 65535",
    "http://localhost:0, no port from 1 to 65535",
    "http://localhost:99999999999, no port from 1 to 65535",
    "localhost:4317, not localhost:4317",
  })
  void endpointsThatAreNone(String endpoint, String said) {
    for (String protocol : new String[] {"grpc", "http/protobuf"}) {
      Run run =
          run(
              recording.toString(),
              "--protocol",
              protocol,
              "--endpoint",
              endpoint.replace("SECRET", SECRET));
      assertNothingIsTold(run);
      assertThat(run.code()).as(run.printed()).isEqualTo(2);
      assertThat(run.printed()).startsWith("rocjfr: --endpoint ").contains(said);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--header x-api-key=SECRET",
        "--header=x-api-key=SECRET",
        "-hSECRET",
        "--batch SECRET",
        "--headers x-api-key=SECRET --headers y=SECRET",
        "--endpoint http://a:SECRET@b --endpoint http://a:SECRET@b",
        "--compression none --headerSECRET",
        "--headers",
      })
  void optionsThatAreNone(String options) {
    List<String> args = new ArrayList<>(List.of(recording.toString()));
    args.addAll(List.of(options.replace("SECRET", SECRET).split(" ", -1)));
    Run run = run(args.toArray(String[]::new));
    assertNothingIsTold(run);
    assertThat(run.code()).as(run.printed()).isEqualTo(2);
    assertThat(run.printed()).startsWith("rocjfr: ").contains("Try: rocjfr export --help");
  }

  @Test
  void inTheEnvironment() throws Exception {
    String file = recording.toString();
    String bad = "x-api-key=" + SECRET + "\u0001";
    String url = "http://user:" + SECRET + "@localhost:";
    for (Map<String, String> environment :
        List.of(
            Map.of("OTEL_EXPORTER_OTLP_HEADERS", bad),
            Map.of("OTEL_EXPORTER_OTLP_TRACES_HEADERS", bad),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", url + "x"),
            Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", url + "99999"))) {
      String name = environment.keySet().iterator().next();
      Run run = runWith(environment, file, "--protocol", "http/protobuf");
      assertNothingIsTold(run);
      assertThat(run.code()).as(run.printed()).isEqualTo(2);
      assertThat(run.printed()).contains("rocjfr: " + name);
    }
    Run property = runWith(Map.of(), "-Dotel.exporter.otlp.headers=" + bad, file);
    assertNothingIsTold(property);
    assertThat(property.printed()).contains("rocjfr: the property otel.exporter.otlp.headers: ");
  }

  /** Receivers may send back what they were given, and libraries quote what they do not take. */
  @Test
  void inAnAnswer() {
    Secrets secrets = new Secrets();
    new Receiver(name -> null, name -> null, secrets)
        .learn(
            new Secret("http://user:" + SECRET + "@localhost"),
            new Secret("x-api-key=t0ken%20x,authorization=Bearer Gr33n"));
    StringWriter printed = new StringWriter();
    TextOutput out = new TextOutput(new PrintWriter(printed, true), secrets::hide);
    out.println("not for " + SECRET + "\u001b[31m, t0ken x, t0ken%20x, Gr33n, user:" + SECRET);
    out.printf("%s%n", "value: Bearer Gr33n");
    out.printStackTrace(new IllegalStateException("value: Bearer Gr33n", new Error(SECRET)));
    assertThat(printed.toString())
        .startsWith("not for (not shown)\\u{1b}[31m, (not shown), (not shown), (not shown), (not")
        .doesNotContain(SECRET, "Gr33n", "t0ken");
  }

  @Test
  void byItself() {
    assertThat("" + new Secret(SECRET)).isEqualTo("(not shown)");
    Secrets secrets = new Secrets();
    secrets.add(SECRET);
    secrets.add("x " + SECRET);
    secrets.add("to");
    assertThat(secrets.hide("to x " + SECRET + ", " + SECRET))
        .isEqualTo("to (not shown), (not shown)");
  }
}
