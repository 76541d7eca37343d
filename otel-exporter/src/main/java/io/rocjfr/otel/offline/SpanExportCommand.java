// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.rocjfr.otel.span.AttributeLimits;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.RootSampler;
import io.rocjfr.otel.span.SpanCounts;
import io.rocjfr.otel.span.SpanMaker;
import io.rocjfr.otel.span.SpanOptions;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code export FILE...}: the GPU activity of recordings as spans, to an OTLP receiver. */
@Command(
    name = "rocjfr export",
    description = {
      "Sends the GPU activity of recordings as OpenTelemetry spans to an OTLP receiver. The"
          + " spans and their ids are those of the live export. Each run makes the same ones.",
      "",
      "Environment variables apply where an option is missing. For the receiver:"
          + " OTEL_EXPORTER_OTLP_ENDPOINT, _PROTOCOL, _HEADERS, _CERTIFICATE, _CLIENT_KEY,"
          + " _CLIENT_CERTIFICATE, _COMPRESSION, _TIMEOUT, each also with _TRACES_. For the"
          + " service: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES. For limits:"
          + " OTEL_ATTRIBUTE_COUNT_LIMIT, OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT, each also as"
          + " OTEL_SPAN_ATTRIBUTE_..."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all recordings were read, and the receiver accepted every span",
      "1:the receiver did not accept every span",
      "2:a recording could not be read completely, or has no events of rocjfr; or bad usage"
    })
final class SpanExportCommand implements Callable<Integer> {
  /** Kept, since a logger that nobody holds forgets its level. */
  private static final Logger SDK_LOG = Logger.getLogger("io.opentelemetry");

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Flight recordings (.jfr).")
  private List<Path> files;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "The receiver, e.g. http://localhost:4317 for grpc, http://localhost:4318 for"
              + " http/protobuf.",
      converter = Secret.Converter.class)
  private Secret endpoint;

  @Option(names = "--protocol", paramLabel = "P", description = "grpc or http/protobuf.")
  private String protocol;

  @Option(
      names = "--headers",
      paramLabel = "K=V,...",
      description = "Headers of each request, as in OTEL_EXPORTER_OTLP_HEADERS.",
      converter = Secret.Converter.class)
  private Secret headers;

  @Option(
      names = "--certificate",
      paramLabel = "PEM",
      description = "The trusted certificates, instead of the JVM's.")
  private Path certificate;

  @Option(names = "--client-key", paramLabel = "PEM", description = "The client's private key.")
  private Path clientKey;

  @Option(
      names = "--client-certificate",
      paramLabel = "PEM",
      description = "The client's certificates.")
  private Path clientCertificate;

  @Option(names = "--compression", paramLabel = "C", description = "gzip or none.")
  private String compression;

  @Option(
      names = "--service-name",
      paramLabel = "NAME",
      description = "The name of the recorded service.")
  private String serviceName;

  @Option(
      names = "--orphans",
      paramLabel = "O",
      defaultValue = "trace",
      description =
          "Activity outside all spans: trace (a call and its work become a trace) or drop."
              + " Default: ${DEFAULT-VALUE}.")
  private String orphans;

  @Option(
      names = "--no-api-spans",
      description = "Make no spans of API calls. Their work is under the application's span.")
  private boolean noApiSpans;

  @Option(
      names = "--min-duration",
      paramLabel = "TIME",
      defaultValue = "0us",
      description = "Leave out shorter activity, e.g. shorter than 50us or 1ms.")
  private String minDuration;

  @Option(
      names = "--operations",
      paramLabel = "GLOBS",
      defaultValue = "*",
      description =
          "Export only these functions, kernels, copies and messages, e.g."
              + " 'hipMemcpy*,gemm*'.")
  private String operations;

  @Option(
      names = "--burst",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "If a span has N or more activities, they share one span. 0: never. Default:"
              + " ${DEFAULT-VALUE}.")
  private int burst;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "2048",
      description = "Largest number of spans in one request. Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--discard",
      description = "Make the spans, but do not send them. This shows their number and the speed.")
  private boolean discard;

  @Option(
      names = "--progress",
      description =
          "Show progress also for small files, and if stderr is not a terminal (then one line"
              + " every 5 seconds).")
  private boolean showProgress;

  @Spec private CommandSpec spec;

  private final TextOutput out;
  private final TextOutput err;
  private final Receiver receiver;

  /**
   * Makes the command.
   *
   * @param secrets is told what {@code out} and {@code err} must not print
   */
  SpanExportCommand(TextOutput out, TextOutput err, Secrets secrets) {
    this.out = out;
    this.err = err;
    receiver = new Receiver(System::getProperty, System::getenv, secrets);
  }

  @Override
  public Integer call() {
    SDK_LOG.setLevel(Level.OFF); // what is wrong we say ourselves; it knows no number of spans
    SpanOptions options = options();
    Target target = target();
    SpanCounts counts = new SpanCounts();
    SpanSender sender = new SpanSender(target, batch, counts);
    RecordedSpans[] spans = new RecordedSpans[1];
    spans[0] =
        new RecordedSpans(
            target.resource(),
            (key, resources) ->
                new SpanMaker(
                    key,
                    options,
                    spans[0]::trace,
                    RootSampler.ALL,
                    resources,
                    counts,
                    sender::add));
    Handover handover = new Handover(spans[0]);
    RecordingScanner scanner =
        new RecordingScanner(handover, new Progress(err, showProgress, Terminal.errorIsTerminal()));
    long begin = System.nanoTime();
    // By SIGINT or SIGTERM.
    Thread interrupted =
        new Thread(
            null,
            () -> {
              err.println("rocjfr: interrupted; so far:");
              report(err, err, counts, System.nanoTime() - begin);
              err.flush();
            },
            "rocjfr-interrupted",
            0,
            false);
    Runtime.getRuntime().addShutdownHook(interrupted);
    boolean bad = false;
    try {
      for (Path file : files) {
        FileFacts facts = FileFacts.of(file);
        handover.then(() -> spans[0].begin(facts));
        FileReport report = scanner.scan(file);
        if (report.problem() != null) {
          bad = true;
          err.println("rocjfr: " + file + " " + report.problem());
        }
      }
      handover.then(spans[0]::finish);
      handover.finish();
      sender.finish();
    } finally {
      forget(interrupted);
    }
    report(out, err, counts, System.nanoTime() - begin);
    if (bad) {
      return ExitCodes.BAD_INPUT;
    }
    long failed = counts.dropped(DropReason.EXPORT_FAILED) + counts.dropped(DropReason.REJECTED);
    return failed > 0 ? ExitCodes.FINDING : ExitCodes.OK;
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM ends: the hook has its say.
    }
  }

  private SpanOptions options() {
    try {
      SpanOptions.Orphans what = SpanOptions.Orphans.parse(orphans);
      if (what == SpanOptions.Orphans.SAMPLE) {
        throw new IllegalArgumentException(
            "orphans must be trace or drop, because a recording has no sampler");
      }
      return new SpanOptions(what, !noApiSpans, nanos(minDuration), operations)
          .withBurst(burst)
          .withLimits(limits());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private static AttributeLimits limits() {
    AttributeLimits usual = AttributeLimits.USUAL;
    return new AttributeLimits(
        limit("ATTRIBUTE_COUNT_LIMIT", usual.count()),
        limit("ATTRIBUTE_VALUE_LENGTH_LIMIT", usual.valueLength()));
  }

  private static int limit(String name, int otherwise) {
    String text = System.getenv("OTEL_SPAN_" + name);
    text = text == null || text.isBlank() ? System.getenv("OTEL_" + name) : text;
    return text == null || text.isBlank() ? otherwise : Integer.parseInt(text.trim());
  }

  private long nanos(String text) {
    try {
      String value = text.trim();
      if (value.endsWith("ns")) {
        return Long.parseLong(value.substring(0, value.length() - 2).trim());
      }
      if (value.endsWith("us")) {
        return Math.multiplyExact(
            1000L, Long.parseLong(value.substring(0, value.length() - 2).trim()));
      }
      String digits = value.endsWith("ms") ? value.substring(0, value.length() - 2).trim() : null;
      return digits != null
          ? Math.multiplyExact(1_000_000L, Long.parseLong(digits))
          : Duration.parse("PT" + value.replace(" ", "")).toNanos();
    } catch (NumberFormatException | ArithmeticException | DateTimeParseException e) {
      throw new ParameterException(
          spec.commandLine(), "--min-duration is a time such as 50us, 1ms or 2s, not " + text, e);
    }
  }

  private Target target() {
    if (batch < 1) {
      throw new ParameterException(spec.commandLine(), "--batch must be at least 1");
    }
    receiver.learn(endpoint, headers);
    if (discard) {
      return Target.none();
    }
    URI url;
    try {
      url = receiver.endpoint(endpoint);
      receiver.checkHeaders(headers);
      receiver.checkFile("certificate", certificate);
      receiver.checkFile("client.certificate", clientCertificate);
      receiver.checkFile("client.key", clientKey);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try {
      return Target.of(properties(url));
    } catch (ConfigurationException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "no exporter: " + reason(e), e);
    }
  }

  /** The SDK's own message may be that there is a fault; the one below it says which. */
  private static String reason(Exception failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause().getMessage() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  private Map<String, String> properties(URI url) {
    Map<String, String> all = new HashMap<>();
    all.put("otel.traces.exporter", "otlp");
    all.put("otel.metrics.exporter", "none");
    all.put("otel.logs.exporter", "none");
    all.put("otel.sdk.disabled", "false");
    all.put("rocjfr.otel.enabled", "false");
    put(all, "protocol", protocol);
    put(all, "headers", headers == null ? null : headers.reveal());
    put(all, "compression", compression);
    put(all, "certificate", certificate);
    put(all, "client.key", clientKey);
    put(all, "client.certificate", clientCertificate);
    if (endpoint != null) {
      put(all, "endpoint", endpointUrl(url.toString()));
    }
    if (serviceName != null) {
      all.put("otel.service.name", serviceName);
    }
    return all;
  }

  private String endpointUrl(String url) {
    String used = protocol != null ? protocol : receiver.setting("protocol");
    // As with OTEL_EXPORTER_OTLP_ENDPOINT: the base of the signals' paths.
    return "http/protobuf".equals(used) && !url.endsWith("/v1/traces")
        ? url + (url.endsWith("/") ? "" : "/") + "v1/traces"
        : url;
  }

  private static void put(Map<String, String> all, String name, Object value) {
    if (value != null) {
      all.put("otel.exporter.otlp.traces." + name, value.toString());
    }
  }

  private static void report(TextOutput out, TextOutput err, SpanCounts counts, long nanos) {
    StringJoiner dropped = new StringJoiner(", ");
    for (DropReason reason : DropReason.values()) {
      if (counts.dropped(reason) > 0) {
        dropped.add(counts.dropped(reason) + " " + reason.label());
      }
    }
    out.printf(
        "%d activities, %d spans exported%s%s, in %.2f s%n",
        counts.produced(),
        counts.exported(),
        counts.saved() == 0 ? "" : "; " + counts.saved() + " saved by bursts",
        dropped.length() == 0 ? "" : "; dropped: " + dropped,
        nanos / 1e9);
    if (Responses.lastProblem() != null && counts.exported() + counts.saved() < counts.produced()) {
      err.println("rocjfr: the receiver: " + Responses.lastProblem());
    }
  }
}
