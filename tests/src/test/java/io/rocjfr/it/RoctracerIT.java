// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OnVirtualThreads;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java API of roctracer, in programs on the real HIP runtime. */
class RoctracerIT {
  private static final String SCENARIOS = "io.rocjfr.load.RoctracerScenarios";

  @TempDir Path folder;

  private static Program.Finished run(Jvm jvm, String mainClass, String... arguments) {
    try (Program program = jvm.start(mainClass, arguments)) {
      return program.finish();
    }
  }

  /** What a scenario has printed. */
  private static Map<String, String> scenario(Jdk jdk, String name) {
    return values(run(new Jvm(jdk).agent(), SCENARIOS, name).expectStatus(0));
  }

  private static Map<String, String> values(Program.Finished program) {
    Map<String, String> values = new TreeMap<>();
    for (String line : program.out()) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return values;
  }

  /** Chapter 4.1 of the specification. */
  @OnEachJdk
  void launchSample(Jdk jdk) {
    Program.Finished sample =
        run(new Jvm(jdk).agent(), "io.rocjfr.samples.LaunchSample").expectStatus(0);
    assertThat(sample.out())
        .last()
        .isEqualTo("3 on-enter, 3 on-exit, 3 calls with their kernel, of 3");
    assertThat(sample.out())
        .filteredOn(line -> line.contains("on-enter>"))
        .hasSize(3)
        .allMatch(line -> line.endsWith(" grid(2,2,1) block(8,8,1)"));
    assertThat(sample.out())
        .filteredOn(line -> line.startsWith("\tKernelExecution"))
        .hasSize(3)
        .allMatch(line -> line.endsWith(" kernel(empty)"));
    Pattern record =
        Pattern.compile("\\t\\S+ correlation_id\\(\\d+\\) time_ns\\((\\d+):(\\d+)\\).*");
    List<Matcher> records =
        sample.out().stream().map(record::matcher).filter(Matcher::matches).toList();
    assertThat(records)
        .hasSize(6)
        .allMatch(one -> Long.parseLong(one.group(1)) > 0)
        .allMatch(one -> Long.parseLong(one.group(1)) <= Long.parseLong(one.group(2)));
  }

  /** Chapter 4.2, beside a JFR recording of the same: neither takes anything from the other. */
  @OnEachJdk
  void transposeSample(Jdk jdk) throws Exception {
    Path file = folder.resolve("transpose.jfr");
    Program.Finished sample =
        run(new Jvm(jdk).agent().recordInto(file), "io.rocjfr.samples.TransposeSample")
            .expectStatus(0);
    assertThat(sample.out()).filteredOn("PASSED!"::equals).hasSize(3);
    List<String> counted = new ArrayList<>(sample.out());
    counted.removeIf(line -> !line.contains(", expected "));
    assertThat(counted).hasSize(14).allMatch(line -> line.matches(".*: (\\d+), expected \\1"));
    // hipMalloc's EXIT tells the address that hipMemcpy's ENTER has.
    String address = group(sample, "<hipMalloc .*on-exit> \\*ptr\\((0x[0-9a-f]+)\\)");
    assertThat(group(sample, "<hipMemcpy .*on-enter> dst\\((0x[0-9a-f]+)\\).* kind\\(1\\)"))
        .isEqualTo(address);
    assertThat(sample.out())
        .filteredOn(line -> line.contains("kernel(\"matrixTranspose\") stream(0x0)"))
        .hasSize(3);

    Flight flight = Flight.read(file);
    assertThat(flight.kernelCounts()).isEqualTo(Map.of("matrixTranspose", 3L));
    assertThat(flight.copyCounts()).isEqualTo(Map.of("DeviceToHost", 3L, "HostToDevice", 3L));
    assertThat(flight.callCounts()).containsEntry("hipMalloc", 6L).containsEntry("hipMemcpy", 6L);
    assertThat(flight.ranges()).hasSize(3);
    assertThat(flight.lost()).isEmpty();
  }

  private static String group(Program.Finished program, String regex) {
    Pattern pattern = Pattern.compile(regex);
    return program.out().stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line like " + regex + " in " + program));
  }

  @Test
  void exceptionsHaveTheStatusAndAmdsText() {
    Map<String, String> seen = scenario(Jdk.JAVA_17, "statuses");
    assertThat(seen)
        .containsEntry("available", "true")
        .containsEntry("version", "4.1")
        .containsEntry("noDefaultPool", "ERROR_DEFAULT_POOL_UNDEFINED")
        .containsEntry(
            "noDefaultPool.text",
            "ERROR_DEFAULT_POOL_UNDEFINED: roctracer_enable_domain_activity_expl(),"
                + " roctracer_enable_activity_impl(), no default pool")
        .containsEntry("hsaCallback", "ERROR_NOT_IMPLEMENTED")
        .containsEntry("kfdCallback", "ERROR_INVALID_DOMAIN_ID")
        .containsEntry("noSuchFunction", "ERROR_INVALID_ARGUMENT")
        .containsEntry(
            "noSuchFunction.text",
            "ERROR_INVALID_ARGUMENT: roctracer_op_code(), roctracer_op_code(), Invalid API name"
                + " \"hipNothing\", domain ID(3)")
        .containsEntry("noSuchOperation", "ERROR_INVALID_ARGUMENT")
        .containsEntry("kfdName", "ERROR_INVALID_DOMAIN_ID")
        .containsEntry("hsaEventName", "ERROR_INVALID_ARGUMENT")
        .containsEntry("secondDefaultPool", "ERROR_DEFAULT_POOL_ALREADY_DEFINED")
        .containsEntry("hsaActivity", "ERROR_NOT_IMPLEMENTED")
        .containsEntry("defaultPool", "succeeded")
        .containsEntry("closedPool", "ERROR_INVALID_ARGUMENT")
        .containsEntry("closedFlush", "ERROR_INVALID_ARGUMENT")
        .containsEntry("lostAfterClose", "0")
        .containsEntry("defaultPoolIsGone", "ERROR_DEFAULT_POOL_UNDEFINED")
        .containsEntry("memcpy", "hipMemcpy")
        .containsEntry("memcpyCode", "125")
        .containsEntry("copyName", "CopyHostToDevice")
        .containsEntry("clockRuns", "true");
  }

  @Test
  void withoutTheAgentItSaysWhatIsMissing() {
    Program.Finished program = run(new Jvm(Jdk.JAVA_17), SCENARIOS, "statuses").expectStatus(1);
    assertThat(program.out()).containsExactly("available=false");
    assertThat(program.errText())
        .contains("RoctracerException: ERROR: the rocjfr agent does not run in this JVM");
  }

  @Test
  void externalIdsStandBeforeTheirCalls() {
    assertThat(scenario(Jdk.JAVA_17, "ids"))
        .containsEntry("inner", "43")
        .containsEntry(
            "seen",
            "hipGetDevice id42 hipGetDevice id43 hipGetDevice id42 hipGetDevice id42 hipGetDevice"
                + " hipGetDevice");
  }

  @OnVirtualThreads
  void virtualThreadsHaveExternalIdsOfTheirOwn(Jdk jdk) {
    assertThat(scenario(jdk, "virtual")).containsEntry("seen", "{1=10, 2=10}");
  }

  @OnEachJdk
  void stopAndStartGateHipOnly(Jdk jdk) {
    assertThat(scenario(jdk, "startStop"))
        .containsEntry("starts", "1")
        .containsEntry("stops", "1")
        .containsEntry("told", "22")
        .containsEntry("marks", "1")
        .containsEntry("recorded", "11");
  }

  /** A consumer that does not return holds nobody up for long, and what is lost is counted. */
  @OnEachJdk
  void aStuckConsumerLosesAndCounts(Jdk jdk) {
    for (String overflow : List.of("drop", "wait")) {
      assertThat(scenario(jdk, overflow))
          .as(overflow)
          .containsEntry("lostBefore", "true")
          .containsEntry("sum", "5000")
          .containsEntry("recordedSome", "true");
    }
  }

  @OnEachJdk
  void aSlowConsumerIsWaitedFor(Jdk jdk) {
    assertThat(scenario(jdk, "slow"))
        .containsEntry("sum", "4000")
        .containsEntry("recordedMost", "true");
  }

  /** The program does not notice what callbacks and consumers throw. */
  @OnEachJdk
  void whatCallbacksThrowIsCounted(Jdk jdk) {
    Program.Finished program = run(new Jvm(jdk).agent(), SCENARIOS, "throwing").expectStatus(0);
    assertThat(values(program))
        .containsEntry("told", "16")
        .containsEntry("sum", "16")
        .containsEntry("buffers", "true");
    assertThat(program.err()).filteredOn(line -> line.contains("threw an exception")).hasSize(1);
  }

  @OnEachJdk
  void callbacksMayCallEverything(Jdk jdk) {
    assertThat(scenario(jdk, "inside"))
        .containsEntry("told", "4")
        .containsEntry("phaseData", "0")
        .containsEntry("recorded", "true")
        .containsEntry("recordedByClose", "7")
        .containsEntry("failures", "0")
        .containsEntry("recordedUntilClosed", "7");
  }

  @OnEachJdk
  void callbacksTakeTurnsAndEnd(Jdk jdk) {
    assertThat(scenario(jdk, "torn"))
        .containsEntry("some", "true")
        .containsEntry("afterwards", "0")
        .containsEntry("failures", "0");
  }

  @OnEachJdk
  void readingRecordsAllocatesNothing(Jdk jdk) {
    assertThat(scenario(jdk, "garbage"))
        .containsEntry("buffers", "true")
        .containsEntry("allocated", "0");
  }

  @OnEachJdk
  void poolsLeaveNoThreads(Jdk jdk) {
    assertThat(scenario(jdk, "threads"))
        .containsEntry("recorded", "1000")
        .containsEntry("threadsLeft", "0");
  }

  @OnEachJdk
  void enabledBeforeHipIsLoaded(Jdk jdk) {
    assertThat(scenario(jdk, "late")).containsEntry("told", "20").containsEntry("kernels", "10");
  }

  @OnEachJdk
  void theEndDeliversWhatIsUnflushed(Jdk jdk) {
    Program.Finished exit = run(new Jvm(jdk).agent(), SCENARIOS, "exit").expectStatus(4);
    assertThat(values(exit)).containsEntry("delivered", "7");
    Program.Finished halt = run(new Jvm(jdk).agent(), SCENARIOS, "halt").expectStatus(3);
    assertThat(values(halt)).isEmpty();
  }
}
