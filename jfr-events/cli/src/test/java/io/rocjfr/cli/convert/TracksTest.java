// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.Actors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which tracks stand for threads. */
class TracksTest {
  private final Tracks tracks = new Tracks();
  private final List<Integer> used = new ArrayList<>();

  private int thread(long javaId, long osId, String name) {
    int number = tracks.thread(0, javaId, osId, name);
    used.add(number);
    return number;
  }

  private Tracks.Track place(int number) {
    return tracks.get(tracks.placeOf(number));
  }

  private Set<Integer> places() {
    Set<Integer> places = new TreeSet<>();
    used.forEach(number -> places.add(tracks.placeOf(number)));
    return places;
  }

  @Test
  void aPlatformThreadHasItsOwn() {
    int main = thread(1, 100, "main");
    int other = thread(2, 101, "other");
    int foreign = thread(-1, 102, "native");
    int nobody = thread(-1, 103, "");
    int unplaced = thread(3, 0, "late");
    assertThat(thread(1, 100, "main")).isEqualTo(main);
    tracks.settle();
    assertThat(place(main).kind()).isEqualTo(Tracks.Kind.THREAD);
    assertThat(place(main).id()).isEqualTo(100);
    assertThat(place(main).name()).isEqualTo("main");
    assertThat(place(other).id()).isEqualTo(101);
    assertThat(place(foreign).name()).isEqualTo("native");
    assertThat(place(nobody).name()).isEqualTo("thread 103");
    assertThat(place(unplaced).kind()).isEqualTo(Tracks.Kind.LANES);
    assertThat(place(unplaced).name()).isEqualTo("late");
    assertThat(used).allMatch(number -> tracks.actor(number) == null);
    assertThat(places()).hasSize(5);
  }

  /** On a few carriers, as requests are: many names, few threads of the system. */
  @Test
  void manyVirtualThreadsAreShownByCarrier() {
    int main = thread(1, 100, "main");
    for (int i = 0; i < 72; i++) {
      thread(50 + i, 200 + i % 2, i % 3 == 0 ? "" : "request-" + i);
    }
    int moved = thread(50, 201, ""); // on both
    int callback = thread(-1, 200, ""); // of no known thread
    tracks.settle();
    assertThat(places()).hasSize(3);
    assertThat(place(main).name()).isEqualTo("main");
    assertThat(tracks.actor(main)).isNull();
    assertThat(place(moved).name()).isEqualTo("carrier 201");
    assertThat(place(moved).kind()).isEqualTo(Tracks.Kind.THREAD);
    assertThat(place(moved).id()).isEqualTo(201);
    assertThat(tracks.actor(moved)).isEqualTo("virtual thread 50");
    assertThat(place(used.get(2)).name()).isEqualTo("carrier 201");
    assertThat(tracks.actor(used.get(2))).isEqualTo("request-1");
    assertThat(place(callback).name()).isEqualTo("carrier 200");
  }

  /** No thread of the system has a virtual thread's name. */
  @Test
  void aFewVirtualThreadsHaveTheirOwn() {
    int first = thread(50, 200, "a");
    int moved = thread(50, 201, "a");
    int second = thread(51, 200, "");
    int single = thread(52, 201, "c");
    tracks.settle();
    assertThat(places()).hasSize(3);
    assertThat(tracks.placeOf(first)).isEqualTo(tracks.placeOf(moved));
    assertThat(place(second).name()).isEqualTo("virtual thread 51");
    assertThat(place(single).name()).isEqualTo("c");
    assertThat(used).allMatch(number -> place(number).kind() == Tracks.Kind.LANES);
    assertThat(used).allMatch(number -> place(number).id() == 0);
    assertThat(used).allMatch(number -> tracks.actor(number) == null);
  }

  /** What is many in one recording leaves another as it is. */
  @Test
  void processesAreApart() {
    for (int i = 0; i <= Actors.FEW; i++) {
      thread(50 + i, 200, "v" + i);
    }
    int other = tracks.thread(1, 50, 200, "main");
    tracks.settle();
    assertThat(places()).hasSize(1);
    assertThat(place(other).name()).isEqualTo("main");
    assertThat(place(other).kind()).isEqualTo(Tracks.Kind.THREAD);
  }
}
