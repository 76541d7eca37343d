// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.figures.Actors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** Who is behind the tracks of threads, until they are settled. */
  private final Map<Integer, Actors.Actor> actors = new HashMap<>();

  /** What stands for the tracks of threads. */
  private final Map<Integer, Integer> settled = new HashMap<>();

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

  /** The track of a process. */
  int process(int process) {
    return of(new Key(process, "process"), new Track(Kind.PROCESS, -1, process, "", 0, ""));
  }

  /**
   * The track of who acted: a thread of Java, or of the system only. {@link #settle} decides what
   * stands for it, since only then it is known which threads are virtual.
   *
   * @param javaId -1 where it is none of Java's
   */
  int thread(int process, long javaId, long osId, String name) {
    Key key = new Key(process, "thread " + javaId + " " + osId);
    Integer known = numbers.get(key);
    if (known == null) {
      String shown = name;
      if (name.isEmpty()) {
        shown = javaId > 0 ? "virtual thread " + javaId : "thread " + osId;
      }
      known = of(key, new Track(Kind.LANES, process(process), process, shown, osId, ""));
      actors.put(known, new Actors.Actor(process, javaId, osId, name.isEmpty()));
    }
    return known;
  }

  /** All threads are known now. */
  void settle() {
    Actors known = new Actors(actors.values());
    Map<Integer, Actors.Actor> open = Map.copyOf(actors);
    actors.clear();
    new TreeMap<>(open)
        .forEach((number, actor) -> settled.put(number, place(known, number, actor)));
  }

  private int place(Actors known, int number, Actors.Actor actor) {
    Track track = all.get(number);
    int process = actor.process();
    if (known.isOnCarrier(actor)) {
      return of(
          new Key(process, "carrier " + actor.osId()),
          new Track(
              Kind.THREAD, track.parent(), process, "carrier " + actor.osId(), actor.osId(), ""));
    }
    boolean ofSystem = actor.osId() > 0 && !known.isVirtual(actor);
    String key = actor.javaId() > 0 ? "java " + actor.javaId() : "system " + actor.osId();
    return of(
        new Key(process, key),
        new Track(
            ofSystem ? Kind.THREAD : Kind.LANES,
            track.parent(),
            process,
            track.name(),
            ofSystem ? actor.osId() : 0,
            ""));
  }

  /** What stands for a track. */
  int placeOf(int number) {
    return settled.getOrDefault(number, number);
  }

  /** Of the thread that acted, where its track stands for several; else null. */
  String actor(int number) {
    int place = placeOf(number);
    boolean shared = place != number && !all.get(place).name().equals(all.get(number).name());
    return shared ? all.get(number).name() : null;
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
