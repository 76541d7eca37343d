// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which threads of recordings are virtual, and on which threads of the system these were. An event
 * does not say so. But only virtual threads have no name, act on several threads of the system, or
 * share one.
 */
public final class Actors {
  /** More of one process are shown by their carriers. */
  public static final int FEW = 8;

  /**
   * A thread of Java on a thread of the system.
   *
   * @param javaId above 0; else it is none of Java's
   * @param osId 0 where it is not known
   */
  public record Actor(int process, long javaId, long osId, boolean isNameless) {}

  private record Acting(int process, long id) {}

  private final Set<Acting> carriers = new HashSet<>();
  private final Set<Acting> virtual = new HashSet<>();
  private final Map<Integer, Integer> virtualOf = new HashMap<>();

  /** Of all that acted. */
  public Actors(Collection<Actor> all) {
    Map<Acting, Set<Long>> systemOf = new HashMap<>();
    Map<Acting, Set<Long>> javaOf = new HashMap<>();
    for (Actor actor : all) {
      if (actor.javaId() > 0 && actor.osId() > 0) {
        systemOf.computeIfAbsent(java(actor), key -> new HashSet<>()).add(actor.osId());
        javaOf.computeIfAbsent(system(actor), key -> new HashSet<>()).add(actor.javaId());
      }
    }
    for (Actor actor : all) {
      if (actor.javaId() > 0
          && actor.osId() > 0
          && (actor.isNameless()
              || systemOf.getOrDefault(java(actor), Set.of()).size() > 1
              || javaOf.getOrDefault(system(actor), Set.of()).size() > 1)) {
        carriers.add(system(actor));
      }
    }
    for (Actor actor : all) {
      if (actor.javaId() > 0 && carriers.contains(system(actor)) && virtual.add(java(actor))) {
        virtualOf.merge(actor.process(), 1, Integer::sum);
      }
    }
  }

  private static Acting java(Actor actor) {
    return new Acting(actor.process(), actor.javaId());
  }

  private static Acting system(Actor actor) {
    return new Acting(actor.process(), actor.osId());
  }

  /** Whether it is a virtual thread. */
  public boolean isVirtual(Actor actor) {
    return actor.javaId() > 0 && virtual.contains(java(actor));
  }

  /** Whether what it did is shown with all that its carrier did. */
  public boolean isOnCarrier(Actor actor) {
    return actor.osId() > 0
        && carriers.contains(system(actor))
        && (actor.javaId() <= 0 || virtualOf.getOrDefault(actor.process(), 0) > FEW);
  }
}
