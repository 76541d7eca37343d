// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tracks of a trace: threads, queues, counters. Their numbers are their places here. */
final class Tracks {
  /** What a track shows. */
  enum Kind {
    PROCESS,
    THREAD,
    /** Of slices that may overlap: those that do are put on lanes beside each other. */
    LANES,
    GROUP,
    COUNTER
  }

  /**
   * A track.
   *
   * @param parent its parent's number, -1 for a process
   * @param process the number of the recording it is of
   * @param id the thread's in the system, 0 if it has none of its own; the device of a queue
   * @param unit of a counter; empty for counts, "B" for bytes
   */
  record Track(Kind kind, int parent, int process, String name, long id, String unit) {}

  private record Key(int process, String name) {}

  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<Track> all = new ArrayList<>();

  Track get(int number) {
    return all.get(number);
  }

  int size() {
    return all.size();
  }

  private int of(Key key, Track track) {
    return numbers.computeIfAbsent(
        key,
        unused -> {
          all.add(track);
          return all.size() - 1;
        });
  }

  private Integer known(int process, String name) {
    return numbers.get(new Key(process, name));
  }

  /** The track of a process. */
  int process(int process) {
    return of(new Key(process, "process"), new Track(Kind.PROCESS, -1, process, "", 0, ""));
  }

  /**
   * The track of who acted: a thread of Java, or of the system only.
   *
   * @param javaId -1 where it is none of Java's
   */
  int thread(int process, long javaId, long osId, String name) {
    String key = "thread " + javaId + " " + (javaId >= 0 ? "" : osId);
    Integer known = known(process, key);
    if (known != null) {
      return known;
    }
    // Of virtual threads several act on one thread of the system: the first one has it.
    boolean first = numbers.putIfAbsent(new Key(process, "tid " + osId), -1) == null;
    boolean own = first && osId > 0;
    String shown = name.isEmpty() ? "thread " + (javaId >= 0 ? javaId : osId) : name;
    return of(
        new Key(process, key),
        new Track(
            own ? Kind.THREAD : Kind.LANES, process(process), process, shown, own ? osId : 0, ""));
  }

  /** The tracks of a GPU. */
  int gpu(int process, String label, int device) {
    return of(
        new Key(process, "gpu " + label),
        new Track(Kind.GROUP, process(process), process, label, device, ""));
  }

  int queue(int process, String gpu, int device, long queue) {
    int parent = gpu(process, gpu, device);
    return of(
        new Key(process, "queue " + gpu + " " + queue),
        new Track(Kind.LANES, parent, process, gpu + ", queue " + queue, device, ""));
  }

  /** What begins on one thread and may end on another. */
  int ranges(int process) {
    return of(
        new Key(process, "ranges"),
        new Track(Kind.LANES, process(process), process, "Start/stop ranges", 0, ""));
  }

  int counter(int parent, String name, String unit) {
    int process = all.get(parent).process();
    return of(
        new Key(process, "counter " + parent + " " + name),
        new Track(Kind.COUNTER, parent, process, name, 0, unit));
  }
}
