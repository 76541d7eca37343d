// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import io.rocjfr.cli.ReadingCommands;
import io.rocjfr.cli.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Damages recordings and runs every command on each, in one JVM. {@code tests/fuzz.sh damage COUNT
 * SEED} starts it; with files as further arguments these are read as they are, and nothing is
 * damaged.
 */
public final class DamagedRecordings {
  /** Of the processor's time, as far as a thread's can be asked: other programs may be running. */
  private static final long LIMIT_SECONDS = 10;

  /** Of any time, where a thread waits for what never comes. */
  private static final long MOST_SECONDS = 180;

  /** So long is the file that one of a hundred gets a sparse tail up to. */
  private static final long SPARSE_BYTES = 1_900_000_000L;

  private final Path folder;
  private final Path kept;
  private final Map<String, Integer> faults = new TreeMap<>();
  private long runs;
  private long readable;
  private long slowestNanos;
  private String slowest = "";

  private DamagedRecordings(Path folder, Path kept) {
    this.folder = folder;
    this.kept = kept;
  }

  /** Arguments: how many, the seed, where inputs that failed are kept, files. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path kept = Files.createDirectories(Path.of(args[2]));
    Path folder = Files.createTempDirectory("rocjfr-damaged");
    DamagedRecordings all = new DamagedRecordings(folder, kept);
    long begin = System.nanoTime();
    if (args.length > 3) {
      for (String file : List.of(args).subList(3, args.length)) {
        all.read(Path.of(file), file);
      }
    } else {
      all.damage(count, seed, Seeds.all(folder));
    }
    System.out.printf(
        "%d runs of commands, %d of them to the end, in %d s; the slowest took %d ms of the processor: %s%n",
        all.runs,
        all.readable,
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
        TimeUnit.NANOSECONDS.toMillis(all.slowestNanos),
        all.slowest);
    all.faults.forEach((fault, times) -> System.out.println(times + " x " + fault));
    System.exit(all.faults.isEmpty() ? 0 : 1);
  }

  private void damage(int count, long seed, List<byte[]> good) throws Exception {
    System.out.printf("%d damaged recordings of %d good ones, seed %d%n", count, good.size(), seed);
    for (int i = 0; i < count; i++) {
      Mutator mutator = new Mutator(seed + i);
      Path file = folder.resolve("damaged.jfr");
      Files.write(file, mutator.damage(good.get(i % good.size())));
      if (i % 100 == 99) {
        try (RandomAccessFile longer = new RandomAccessFile(file.toFile(), "rw")) {
          longer.setLength(SPARSE_BYTES);
        }
      }
      read(file, (seed + i) + " " + mutator.done());
      Files.delete(file);
    }
  }

  private void read(Path file, String called) throws Exception {
    for (String command : ReadingCommands.all()) {
      CommandRun run = new CommandRun(() -> ReadingCommands.run(command, file, folder));
      String fault = run.await(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), MOST_SECONDS);
      if (run.ended() != null) {
        fault = run.ended().fault();
        readable += run.ended().code() == 2 ? 0 : 1;
      }
      if (fault != null) {
        System.out.println("--- " + called + ": " + command + ": " + fault);
        System.out.println(run.ended() == null ? run.stack() : run.ended().text());
      }
      runs++;
      long nanos = run.cpuNanos();
      if (nanos > slowestNanos) {
        slowestNanos = nanos;
        slowest = command + " of " + called;
      }
      if (fault != null) {
        faults.merge(command + ": " + fault, 1, Integer::sum);
        keep(file, called);
      }
    }
  }

  private void keep(Path file, String called) throws IOException {
    if (Files.size(file) < 1L << 24) {
      String name = called.replaceAll("[^0-9A-Za-z]+", "-") + ".jfr";
      Files.write(kept.resolve(name), Files.readAllBytes(file));
    }
  }
}
