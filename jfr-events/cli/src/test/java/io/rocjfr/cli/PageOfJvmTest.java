// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM did, on the page, beside what the GPU did; and what belongs to a single event. */
class PageOfJvmTest {
  private static final long TRACE_HIGH = 0x4bf92f3577b34da6L;
  private static final long TRACE_LOW = 0xa3ce929d0e0e4736L;
  private static final long SPAN = 0xf0f067aa0ba902b7L;
  private static final long MINUTE = 60_000_000_000L;

  @TempDir Path folder;

  /** A thread that uses the GPU and one that does not both sleep, while the heap is collected. */
  private Path record() throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.enable(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.GarbageCollection",
          "jdk.GCPhasePause",
          "jdk.ExecuteVMOperation");
      maker.forgetStrings();
      Thread user = new Thread(() -> useGpu(maker), "gpu-user");
      Thread other = new Thread(PageOfJvmTest::pause, "other");
      user.start();
      other.start();
      user.join();
      other.join();
      System.gc();
      return maker.dump(folder.resolve("jvm.jfr"));
    }
  }

  private static void useGpu(RecordingMaker maker) {
    maker.rangeOfThisThread("request", 0, 0, MINUTE);
    maker.rangeOfThisThread("infer", 1, 500, 10_000);
    maker.spanContext(SPAN, TRACE_HIGH, TRACE_LOW);
    RecordingMaker.site("hipModuleLaunchKernel", 5, 1).commit();
    maker.callOfThisThread("hipModuleLaunchKernel", 5, SPAN, 1_000, 5_000);
    maker.joinedKernel("gemm", 5, 8_000, 40_000);
    maker.callOfThisThread("hipStreamSynchronize", 6, 0, 20_000, 1_000);
    pause();
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    LockSupport.parkNanos(2_000_000);
  }

  private static List<String> texts(String html, JsonNode types, String type, String field)
      throws IOException {
    JsonNode strings = PageCommandTest.json(html, "strings");
    List<String> texts = new ArrayList<>();
    int at = PageCommandTest.index(types, type);
    for (int i = 0; i < types.get(at).get("fields").size(); i++) {
      JsonNode one = types.get(at).get("fields").get(i);
      if (one.get("name").asText().equals(field)) {
        JsonNode same = one.get("values").get("same");
        int size = types.get(at).get("size").asInt();
        for (int row = 0; row < size; row++) {
          long place =
              same != null
                  ? same.asLong()
                  : PageCommandTest.column(html, "f" + at + "_" + i, size)[row];
          texts.add(strings.get((int) place).asText());
        }
      }
    }
    return texts;
  }

  @Test
  void theJvmIsBesideTheGpu() throws Exception {
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", record(), "-o", page).code()).isZero();
    String html = Files.readString(page);
    JsonNode types = PageCommandTest.json(html, "types");
    assertThat(texts(html, types, "ThreadState", "threadName"))
        .as("of threads that use the GPU only")
        .isNotEmpty()
        .containsOnly("gpu-user");
    assertThat(texts(html, types, "ThreadState", "state")).contains("sleeping", "parked");
    assertThat(texts(html, types, "GarbageCollection", "cause")).contains("System.gc()");
    assertThat(texts(html, types, "GcPause", "name")).isNotEmpty();
    JsonNode facts = PageCommandTest.json(html, "facts");
    assertThat(facts.get("shown").asInt()).as("of ours").isEqualTo(5);
    assertThat(facts.get("jvmLeftOut").asInt()).isZero();
  }

  /** What the JVM did when nothing of ours happened is not shown. */
  @Test
  void theTimeIsThatOfTheGpu() throws Exception {
    Path file = folder.resolve("early.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.enable("jdk.GarbageCollection");
      maker.forgetStrings();
      System.gc();
      maker.kernel("gemm", 0, 1, 10 * MINUTE, 1_000);
      maker.dump(file);
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode types = PageCommandTest.json(Files.readString(page), "types");
    assertThat(types.findValuesAsText("name"))
        .contains("KernelDispatch")
        .doesNotContain("GarbageCollection");
  }

  private Path withVirtualThreads(int threads) throws IOException {
    Path file = folder.resolve("virtual.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.spanContext(SPAN, TRACE_HIGH, TRACE_LOW);
      maker.callOfVirtualThread("main", 1, 7, 0, 0, 1_000);
      for (int i = 0; i < threads; i++) {
        long carrier = 40L + i % 2;
        long span = i == 0 ? SPAN : 0;
        maker.callOfVirtualThread("", 100 + i, carrier, span, 10_000L * i, 1_000);
        maker.callOfVirtualThread("", 100 + i, carrier, span, 10_000L * i + 2_000, 1_000);
      }
      maker.dump(file);
    }
    Path page = folder.resolve("virtual.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    return page;
  }

  @Test
  void manyVirtualThreadsAreShownByTheirCarriers() throws IOException {
    String html = Files.readString(withVirtualThreads(9));
    JsonNode facts = PageCommandTest.json(html, "facts");
    assertThat(facts.get("carriers")).map(JsonNode::asText).containsExactly("0:40", "0:41");
    assertThat(facts.get("virtualThreads")).isEmpty();
    JsonNode types = PageCommandTest.json(html, "types");
    assertThat(texts(html, types, "VirtualThread", "what"))
        .as("both calls of each are one stretch")
        .hasSize(9)
        .startsWith("virtual thread 100 · trace 4bf92f35", "virtual thread 101");
    int at = PageCommandTest.index(types, "VirtualThread");
    JsonNode lengths = types.get(at).get("durations");
    // A tick of the recording is not a nanosecond.
    assertThat(lengths.get("least").asLong()).isGreaterThan(2_990);
    assertThat(lengths.get("greatest").asLong()).isLessThan(3_010);
  }

  @Test
  void aFewVirtualThreadsStandForThemselves() throws IOException {
    String html = Files.readString(withVirtualThreads(3));
    JsonNode facts = PageCommandTest.json(html, "facts");
    assertThat(facts.get("carriers")).isEmpty();
    assertThat(facts.get("virtualThreads"))
        .map(JsonNode::asText)
        .containsExactly("0:100", "0:101", "0:102");
    assertThat(PageCommandTest.json(html, "types").findValuesAsText("name"))
        .doesNotContain("VirtualThread");
  }

  @Test
  void addressesOfTracesAreChecked() {
    Path page = folder.resolve("out.html");
    for (String wrong : List.of("https://host/", "javascript:alert('{traceId}')")) {
      CliRun run = CliRun.of("page", folder.resolve("any.jfr"), "-o", page, "--trace-url", wrong);
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("--trace-url is an address");
    }
  }

  @Test
  void anEventSaysWhatBelongsToIt() throws Exception {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "there is no Chromium on this machine");
    Path page = folder.resolve("out.html");
    String template = "https://traces.example/{traceId}?span={spanId}&x=1";
    assertThat(CliRun.of("page", record(), "-o", page, "--trace-url", template).code()).isZero();
    try (Chromium browser = new Chromium(program.get(), 1440, 860)) {
      browser.open(page);
      browser.evaluate("Page.started");
      browser.evaluate("Page.show('timeline')");
      assertThat(
              browser
                  .evaluate(
                      "Page.timeline().groups.map(group => group.name.replace(/ · .*/, '') + ': '"
                          + " + group.lanes.map(lane => lane.name).join()).join('; ')")
                  .asText())
          .isEqualTo(
              "GPU 0: queue 3; JVM: GC pauses,safepoints,collections;"
                  + " gpu-user: ranges,calls,thread state");
      String call = textOf(browser, "call", "hipModuleLaunchKernel");
      assertThat(call)
          .contains(
              "Trace Id4bf92f3577b34da6a3ce929d0e0e4736",
              "Span Idf0f067aa0ba902b7",
              "io.rocjfr.cli.PageOfJvmTest.useGpu:",
              "What it submittedgemm",
              "Its rangeinfer")
          .doesNotContain("External Id");
      assertThat(browser.evaluate("document.querySelector('#details a').href").asText())
          .isEqualTo(
              "https://traces.example/4bf92f3577b34da6a3ce929d0e0e4736?span=f0f067aa0ba902b7&x=1");
      assertThat(textOf(browser, "kernel", "gemm"))
          .contains(
              "io.rocjfr.cli.PageOfJvmTest.useGpu:",
              "Its callhipModuleLaunchKernel",
              "Its rangeinfer",
              "Workgroup X64")
          .as("what is not known, as the schema says it")
          .doesNotContain("Global X", "Submit Delay");
      assertThat(textOf(browser, "call", "hipStreamSynchronize"))
          .contains("Its rangerequest")
          .doesNotContain("Java stack", "Trace Id");
      assertThat(textOf(browser, "state", "sleeping")).contains("java.lang.Thread.sleep");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** What the panel says of the first event of this name. */
  private static String textOf(Chromium browser, String kind, String name) throws Exception {
    return browser
        .evaluate(
            "(async () => { for (const type of Data.types) for (let i = 0; i < type.size; i++)"
                + " if (type.kind === '"
                + kind
                + "' && type.nameOf(i) === '"
                + name
                + "') { await Page.timeline().select({ type, i }, true);"
                + " return document.getElementById('details').textContent; } })()")
        .asText();
  }

  /** Nobody is told to turn on what is on. */
  @Test
  void whyThereAreNoStacksIsSaid() throws Exception {
    String notSeen = "Launch sites are not recorded. rocjfr does not read this JVM.";
    for (String what : List.of("", notSeen)) {
      Path file = folder.resolve(what.length() + ".jfr");
      try (RecordingMaker maker = new RecordingMaker()) {
        maker.launch("gemm", 0, 1, 1, 1_000, 4_000, 8_000, 40_000);
        maker.notSeen(what);
        maker.dump(file);
      }
      Path page = folder.resolve("page.html");
      assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
      JsonNode facts = PageCommandTest.json(Files.readString(page), "facts");
      assertThat(facts.get("stacks")).isEmpty();
      assertThat(facts.get("noStacks").asText())
          .startsWith(what.isEmpty() ? "This recording has no launch sites," : "This recording has")
          .endsWith(what.isEmpty() ? "record them (rocjfr.LaunchSite)." : notSeen);
    }
  }
}
