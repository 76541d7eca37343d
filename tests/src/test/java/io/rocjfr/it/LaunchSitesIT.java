// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Shares;
import io.rocjfr.harness.Whole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which line of Java launches what, and which allocates, on the real runtime. */
class LaunchSitesIT {
  private static final List<String> METHODS = List.of("embed", "attention", "mlp");
  // Of which about a tenth is sampled: see assertSampledShares.
  private static final int LAUNCHES = Whole.times("rocjfr.launches", 300_000, 50_000);
  private static final Pattern COUNT = Pattern.compile("\"([^\"]+)\":(\\d+)");

  @TempDir Path folder;

  /** What the program says that it has done. */
  private Map<String, Long> run(Jdk jdk, Path file, String... options) {
    return runWith("gpuMemory=recording", jdk, file, options);
  }

  private Map<String, Long> runWith(String agentOption, Jdk jdk, Path file, String... options) {
    List<String> arguments = new ArrayList<>(List.of(file.toString()));
    arguments.addAll(Arrays.asList(options));
    try (Program program =
        new Jvm(jdk)
            .bothCompilersIfWhole()
            .agent("lossless=true", "lossless-wait=10000", agentOption)
            .start("io.rocjfr.load.Sites", arguments.toArray(String[]::new))) {
      Program.Finished finished = program.finish();
      assertThat(finished.status()).as(finished.toString()).isZero();
      String line =
          finished.out().stream().filter(l -> l.startsWith("sites: ")).findFirst().orElseThrow();
      Map<String, Long> counts = new TreeMap<>();
      Matcher matcher = COUNT.matcher(line);
      while (matcher.find()) {
        counts.put(matcher.group(1), Long.parseLong(matcher.group(2)));
      }
      return counts;
    }
  }

  private static double percent(Map<String, Long> counts, int method) {
    long all = 0;
    for (int i = 0; i < METHODS.size(); i++) {
      all += counts.get("launched" + i);
    }
    return 100.0 * counts.get("launched" + method) / all;
  }

  private static void assertShares(Shares shares, Map<String, Long> counts, double points) {
    for (int i = 0; i < METHODS.size(); i++) {
      assertThat(shares.launchPercent(METHODS.get(i)))
          .as(METHODS.get(i) + " of " + shares)
          .isCloseTo(percent(counts, i), within(points));
      assertThat(shares.timePercent(METHODS.get(i)))
          .as(METHODS.get(i) + " of " + shares)
          .isCloseTo(percent(counts, i), within(points));
    }
  }

  /** Sites, those that were not picked and those that were refused are all calls. */
  private static void assertAllAreCounted(Path file, long sites) {
    long calls = 0;
    long told = 0;
    for (RecordedEvent event : Shares.events(file)) {
      if (event.getEventType().getName().equals("rocjfr.LaunchSiteCounts")
          && event.getString("event").equals("rocjfr.LaunchSite")) {
        calls += event.getLong("calls");
        told += event.getLong("sites");
        long rest = event.getLong("notSampled");
        for (String cause :
            List.of(
                "noJavaThread",
                "criticalForeignCall",
                "jniCriticalRegion",
                "excludedThread",
                "endOfStack",
                "exit",
                "nested",
                "failed",
                "unknownJvm")) {
          rest += event.getLong(cause);
        }
        assertThat(event.getLong("sites") + rest).isEqualTo(event.getLong("calls"));
      }
    }
    assertThat(told).isEqualTo(sites);
    assertThat(calls).isGreaterThanOrEqualTo(sites);
  }

  private static long count(Path file, String type) {
    return Shares.events(file).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .count();
  }

  @OnEachJdk
  void sharesAreExactWithAllSampled(Jdk jdk) {
    for (String way : List.of("lambda", "stream")) {
      Path file = folder.resolve(way + ".jfr");
      Map<String, Long> counts = run(jdk, file, "way=" + way, "launches=10000");
      Shares shares = Shares.read(file, METHODS);
      System.out.println(jdk + " " + way + ", all sampled: " + shares + " of " + counts);
      assertThat(shares.samples()).isEqualTo(10_000);
      assertThat(shares.notJoined()).isZero();
      assertShares(shares, counts, 0.5);
      assertAllAreCounted(file, count(file, "rocjfr.LaunchSite"));
    }
  }

  @Test
  void virtualThreadsHaveTheirOwnStacks() {
    Path file = folder.resolve("virtual.jfr");
    Map<String, Long> counts = run(Jdk.JAVA_25, file, "way=virtual", "launches=10000");
    Shares shares = Shares.read(file, METHODS);
    assertThat(shares.samples()).isEqualTo(10_000);
    assertShares(shares, counts, 0.5);
    assertThat(
            Shares.events(file).stream()
                .filter(event -> event.getEventType().getName().equals("rocjfr.LaunchSite"))
                .filter(event -> Shares.method(event, METHODS) != null)
                .filter(event -> event.getBoolean("eventThread.virtual"))
                .count())
        .isEqualTo(10_000);
  }

  /** JFR records nothing of such a thread: no event is made there, and each is counted. */
  @OnEachJdk
  void launchesOfAnEventStreamsHandlerAreCounted(Jdk jdk) {
    Path file = folder.resolve("handler.jfr");
    run(jdk, file, "way=handler", "launches=3000");
    assertThat(count(file, "rocjfr.KernelDispatch")).isEqualTo(3000);
    assertThat(
            Shares.events(file).stream()
                .filter(event -> event.getEventType().getName().equals("rocjfr.LaunchSite"))
                .filter(event -> Shares.method(event, METHODS) != null))
        .isEmpty();
    assertThat(
            Shares.events(file).stream()
                .filter(event -> event.getEventType().getName().equals("rocjfr.LaunchSiteCounts"))
                .filter(event -> event.getString("event").equals("rocjfr.LaunchSite"))
                .mapToLong(event -> event.getLong("excludedThread"))
                .sum())
        .isGreaterThanOrEqualTo(3000);
    assertAllAreCounted(file, count(file, "rocjfr.LaunchSite"));
  }

  /** With 10,000 samples 3 points are more than six standard errors. */
  private static void assertSampledShares(Shares shares, Map<String, Long> counts) {
    System.out.println(shares);
    assertThat(shares.effectiveSamples()).isGreaterThan(100);
    double points = Math.max(3, 600 * Math.sqrt(0.25 / shares.effectiveSamples()));
    assertShares(shares, counts, points);
  }

  @OnEachJdk
  void sharesAreRightAtALimitedRate(Jdk jdk) {
    Path file = folder.resolve("rate.jfr");
    // A tenth of what this machine does now: slower it may become, but not all of the time.
    Map<String, Long> counts =
        run(jdk, file, "way=lambda", "launches=" + LAUNCHES, "rate=tenth", "seed=3");
    Shares shares = Shares.read(file, METHODS);
    assertThat(shares.samples()).isLessThan(LAUNCHES);
    assertSampledShares(shares, counts);
    assertAllAreCounted(file, count(file, "rocjfr.LaunchSite"));
  }

  @Test
  void aPatternShowsNoBias() {
    Path file = folder.resolve("pattern.jfr");
    Map<String, Long> counts =
        run(Jdk.JAVA_17, file, "way=pattern", "launches=" + LAUNCHES, "rate=tenth");
    assertSampledShares(Shares.read(file, METHODS), counts);
  }

  /**
   * Three methods launch one kernel for unequal lengths of time: what rocjfr flame makes of it,
   * against what each launch took, of which the kernel's LDS says whose it was.
   */
  private void unequalLengths(Jdk jdk, String way, String rate, int launches, double points) {
    Path file = folder.resolve("uneven" + way + rate + ".jfr");
    run(jdk, file, "way=" + way, "uneven=true", "launches=" + launches, "rate=" + rate, "seed=5");
    double[] nanos = new double[METHODS.size() + 1];
    double all = 0;
    double squares = 0;
    double dispatches = 0;
    double samples = 0;
    for (RecordedEvent event : Shares.events(file)) {
      if (event.getEventType().getName().equals("rocjfr.KernelDispatch")) {
        double took = (double) event.getDuration().toNanos();
        nanos[(int) event.getLong("ldsBytes")] += took;
        all += took;
        squares += took * took;
        dispatches++;
      } else if (event.getEventType().getName().equals("rocjfr.LaunchSite")) {
        samples++;
      }
    }
    // Six standard errors: on a busy machine some kernels last much longer than the others.
    double error = 100 * 6 * Math.sqrt(squares * Math.max(0, dispatches / samples - 1)) / all;
    double most = Math.max(points, error);
    assertThat(nanos[0]).isZero();
    Program.Finished flame = Jvm.rocjfr(jdk, "flame", file.toString(), "--collapsed");
    assertThat(flame.status()).as(flame.toString()).isZero();
    Map<String, Double> told = new TreeMap<>();
    for (String line : flame.out()) {
      String method =
          METHODS.stream().filter(m -> line.contains("Sites." + m + ";")).findFirst().orElse("");
      told.merge(
          method, Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)), Double::sum);
    }
    System.out.println(
        (way + " at rate " + rate + ", " + samples + " samples of " + dispatches + ": told ")
            + told
            + " of "
            + Arrays.toString(nanos));
    for (int i = 0; i < METHODS.size(); i++) {
      assertThat(100 * told.getOrDefault(METHODS.get(i), 0.0) / all)
          .as(METHODS.get(i) + " of " + told + ", in truth " + Arrays.toString(nanos))
          .isCloseTo(100 * nanos[i + 1] / all, within(most));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lambda", "stream"})
  void kernelsOfUnequalLengthAreTheirOwn(String way) {
    unequalLengths(Jdk.JAVA_17, way, "0", 10_000, 0.5);
  }

  @Test
  void kernelsOfUnequalLengthOfVirtualThreadsAreTheirOwn() {
    unequalLengths(Jdk.JAVA_25, "virtual", "0", 10_000, 0.5);
  }

  @OnEachJdk
  void kernelsOfUnequalLengthAreRightAtALimitedRate(Jdk jdk) {
    unequalLengths(jdk, "lambda", "5000", LAUNCHES / 3, 3);
  }

  /** A chunk is to be understood without the others, which JFR may have thrown away. */
  @OnEachJdk
  void eachChunkHasTheSourceFilesOnce(Jdk jdk) throws Exception {
    Path file = folder.resolve("chunks.jfr");
    run(jdk, file, "way=lambda", "launches=1000", "chunks=3");
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Process tool =
        new ProcessBuilder(
                jdk.tool("jfr").toString(),
                "disassemble",
                "--max-chunks",
                "1",
                "--output",
                parts.toString(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(said).isZero();
    int withSites = 0;
    try (Stream<Path> chunks = Files.list(parts)) {
      for (Path chunk : chunks.toList()) {
        Map<String, String> files = new TreeMap<>();
        Set<String> types = new TreeSet<>();
        for (RecordedEvent event : Shares.events(chunk)) {
          String name = event.getEventType().getName();
          if (name.equals("rocjfr.SourceFile")) {
            String before = files.put(event.getString("type"), event.getString("file"));
            assertThat(before).as("once in " + chunk).isNull();
          } else if (name.equals("rocjfr.LaunchSite")) {
            event.getStackTrace().getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .filter(type -> type.startsWith("io.rocjfr.load."))
                .findFirst()
                .ifPresent(types::add);
          }
        }
        assertThat(files.keySet()).as("%s, of %s", chunk, types).containsAll(types);
        files.forEach(
            (type, name) -> assertThat(name).isEqualTo(type.replaceAll(".*\\.", "") + ".java"));
        withSites += types.isEmpty() ? 0 : 1;
      }
    }
    assertThat(withSites).isGreaterThanOrEqualTo(3);
  }

  @OnEachJdk
  void aLeakIsNamedByItsLine(Jdk jdk) {
    aLeakIsNamed(jdk, "0");
    aLeakIsNamed(jdk, "1000"); // the default
  }

  private void aLeakIsNamed(Jdk jdk, String rate) {
    Path file = folder.resolve("leak" + rate + ".jfr");
    Map<String, Long> counts =
        run(jdk, file, "way=leak", "buffers=1000", "leaked=10", "rate=" + rate);
    long bytes = 0;
    long live = 0;
    for (RecordedEvent event : Shares.events(file)) {
      String type = event.getEventType().getName();
      if (type.equals("rocjfr.LiveGpuAllocation")) {
        live++;
        bytes += event.getLong("bytes");
        assertThat(event.getString("allocatedBy"))
            .contains("io.rocjfr.load.Sites.forgotten(Sites.java:");
        assertThat(event.getString("function")).isEqualTo("hipMalloc");
        assertThat(event.getString("kind")).isEqualTo("device");
        assertThat(event.getInt("device")).isZero();
      } else if (type.equals("rocjfr.GpuAllocation")) {
        assertThat(Shares.method(event, List.of("forgotten", "kept"))).isNotNull();
      }
    }
    assertThat(live).isEqualTo(10);
    assertThat(bytes).isEqualTo(counts.get("leakedBytes"));
    assertThat(count(file, "rocjfr.GpuAllocation")).isEqualTo(1000);
    RecordedEvent memory =
        Shares.events(file).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.GpuMemory"))
            .max(Comparator.comparing(RecordedEvent::getStartTime))
            .orElseThrow();
    assertThat(memory.getLong("bytes")).isEqualTo(bytes);
    assertThat(memory.getLong("count")).isEqualTo(10);
    assertThat(memory.getLong("unknownFrees")).isZero();
    assertThat(memory.getLong("failedFrees")).isZero();
    assertThat(memory.getLong("notTracked")).isZero();
    assertThat(memory.getLong("peakBytes")).isGreaterThanOrEqualTo(bytes);
    Program.Finished leaks = Jvm.rocjfr(jdk, "leaks", file.toString());
    assertThat(leaks.status()).as(leaks.toString()).isZero();
    assertThat(leaks.outText())
        .contains("10 allocations", "io.rocjfr.load.Sites.forgotten(Sites.java:")
        .doesNotContain("Sites.kept(", "no stack: ");
    Program.Finished json = Jvm.rocjfr(jdk, "leaks", "--json", file.toString());
    String stacks = json.outText().substring(json.outText().indexOf("\"stacks\""));
    assertThat(stacks)
        .as("the first, and the only one")
        .containsOnlyOnce("\"bytes\" : " + bytes + ",")
        .containsOnlyOnce("\"bytes\" : ")
        .contains("Sites.forgotten(Sites.java:");
  }

  /**
   * What was allocated before the recording is known only where memory was followed from then on.
   */
  @OnEachJdk
  void memoryOfBeforeIsFollowedWhereThatIsAskedFor(Jdk jdk) {
    String[] options = {"way=leak", "buffers=100", "leaked=10", "early=1"};
    Path late = folder.resolve("late.jfr");
    Map<String, Long> counts = run(jdk, late, options);
    assertThat(live(late)).hasSize(10);
    assertThat(live(late).stream().mapToLong(one -> one.getLong("bytes")).sum())
        .isBetween(1L, counts.get("leakedBytes") - 1);
    Path always = folder.resolve("always.jfr");
    counts = runWith("gpuMemory=always", jdk, always, options);
    assertThat(live(always)).hasSize(20);
    assertThat(live(always).stream().mapToLong(one -> one.getLong("bytes")).sum())
        .isEqualTo(counts.get("leakedBytes"));
    RecordedEvent memory =
        Shares.events(always).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.GpuMemory"))
            .max(Comparator.comparing(RecordedEvent::getStartTime))
            .orElseThrow();
    assertThat(memory.getLong("count")).isEqualTo(20);
    assertThat(memory.getLong("unknownFrees")).isZero();
  }

  private static List<RecordedEvent> live(Path file) {
    return Shares.events(file).stream()
        .filter(event -> event.getEventType().getName().equals("rocjfr.LiveGpuAllocation"))
        .toList();
  }
}
