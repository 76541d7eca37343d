// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import io.rocjfr.figures.KernelName.Kind;
import io.rocjfr.figures.KernelName.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The names of the kernels of one output, as C++ or a generator spells them, shortened to what fits
 * into a column. The function stays, then what tells it from the others of the output, then types,
 * sizes and tiles. Different names stay different.
 */
public final class KernelNames {
  private static final String ELLIPSIS = "...";

  /** Longer names are shortened in their middle first. */
  private static final int MOST = 4_096;

  /** Pieces of generated names that say how large a tile is. */
  private static final Pattern TILE = Pattern.compile("[A-Za-z]*\\d+x\\d+.*");

  /** In how many columns names are shown where the room differs from one to the other. */
  private static final int[] WIDTHS = {96, 64, 48, 36, 26, 18, 12, 8};

  /** Of a generated name: what computes, and of which type. */
  private static final int HEAD = 4;

  private final List<String> names;
  private final Map<Integer, Map<String, String>> byWidth = new HashMap<>();

  /** Made when a name is too wide for the first time. */
  private Map<String, KernelName> parsed;

  private KernelNames(Collection<String> names) {
    this.names = List.copyOf(new LinkedHashSet<>(names));
  }

  /** All names that one output shows. */
  public static KernelNames of(Collection<String> names) {
    return new KernelNames(names);
  }

  /** The names, each at most {@code width} wide; different ones stay different. */
  public static List<String> shorten(List<String> names, int width) {
    List<String> result = new ArrayList<>(names.size());
    Set<String> used = new HashSet<>();
    KernelNames all = of(names);
    for (String name : names) {
      result.add(unique(all.shown(name, width), width, used));
    }
    return result;
  }

  /** A name without others beside it. */
  public static String shorten(String name, int width) {
    return of(List.of(name)).shown(name, width);
  }

  /** One of these names in at most so many columns; no other of them is the same there. */
  public synchronized String shown(String name, int width) {
    return VisibleText.width(name) <= width
        ? name
        : byWidth.computeIfAbsent(width, this::shorten).getOrDefault(name, cut(name, width));
  }

  /** One of these names, and ever shorter forms of it: {@link #shown} in fewer columns. */
  public List<String> forms(String name) {
    Set<String> forms = new LinkedHashSet<>();
    forms.add(name);
    for (int width : WIDTHS) {
      forms.add(shown(name, width));
    }
    return List.copyOf(forms);
  }

  private Map<String, String> shorten(int width) {
    if (parsed == null) {
      parsed = parse();
    }
    Map<String, String> result = new HashMap<>();
    Set<String> used = new HashSet<>();
    for (String name : names) {
      if (VisibleText.width(name) <= width) {
        result.put(name, name);
        used.add(name);
      }
    }
    parsed.forEach(
        (name, one) -> result.computeIfAbsent(name, key -> unique(fit(one, width), width, used)));
    return result;
  }

  private Map<String, KernelName> parse() {
    Map<String, KernelName> all = new LinkedHashMap<>();
    Map<String, List<KernelName>> byFunction = new HashMap<>();
    for (String name : names) {
      KernelName one = new KernelName(VisibleText.bounded(name, MOST));
      all.put(name, one);
      byFunction.computeIfAbsent(one.function(), key -> new ArrayList<>()).add(one);
    }
    byFunction.values().forEach(KernelNames::markTelling);
    return all;
  }

  private static String unique(String wanted, int width, Set<String> used) {
    String unique = wanted;
    for (int number = 2; !used.add(unique); number++) {
      String mark = "~" + number;
      unique = cut(wanted, width - mark.length()) + mark;
    }
    return unique;
  }

  /** Marks what tells names of one function apart. */
  private static void markTelling(List<KernelName> alike) {
    if (alike.size() < 2) {
      return;
    }
    if (differ(alike, Kind.SCOPE)) {
      mark(alike, Kind.SCOPE);
    }
    markArguments(alike);
    markPieces(alike);
    Set<String> otherwise = new HashSet<>();
    for (KernelName name : alike) {
      String rest = name.all(Kind.SCOPE, KernelName.LIGHT) + name.all(Kind.ARGUMENT, 1);
      if (!otherwise.add(rest)) {
        mark(alike, Kind.PARAMETERS); // overloads
      }
    }
  }

  private static boolean differ(List<KernelName> alike, Kind kind) {
    return alike.stream().map(name -> name.all(kind, KernelName.WHOLE)).distinct().count() > 1;
  }

  private static void mark(List<KernelName> alike, Kind kind) {
    for (KernelName name : alike) {
      name.parts().stream().filter(part -> part.kind == kind).forEach(part -> part.telling = true);
    }
  }

  /** Template arguments, by their places. */
  private static void markArguments(List<KernelName> alike) {
    List<List<Part>> all = alike.stream().map(name -> of(name, Kind.ARGUMENT)).toList();
    int most = all.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < most; i++) {
      Set<String> texts = new HashSet<>();
      for (List<Part> arguments : all) {
        texts.add(i < arguments.size() ? arguments.get(i).text : "");
      }
      for (List<Part> arguments : all) {
        if (texts.size() > 1 && i < arguments.size()) {
          arguments.get(i).telling = true;
        }
      }
    }
  }

  /** Pieces of generated names, wherever they stand. */
  private static void markPieces(List<KernelName> alike) {
    Map<String, Integer> counts = new HashMap<>();
    for (KernelName name : alike) {
      Set<String> texts = new HashSet<>();
      of(name, Kind.PIECE).forEach(part -> texts.add(part.text));
      texts.forEach(text -> counts.merge(text, 1, Integer::sum));
    }
    for (KernelName name : alike) {
      of(name, Kind.PIECE).forEach(part -> part.telling = counts.get(part.text) < alike.size());
    }
  }

  private static List<Part> of(KernelName name, Kind kind) {
    return name.parts().stream().filter(part -> part.kind == kind).toList();
  }

  /** Leaves out the least telling until it fits. */
  private static String fit(KernelName name, int width) {
    name.parts().forEach(part -> part.level = KernelName.WHOLE);
    name.isWithoutArguments = false;
    name.separator = ", ";
    Predicate<Part> telling = part -> part.telling;
    Steps steps = new Steps(name, width);
    steps.lessen(Kind.RESULT, part -> true, KernelName.OUT);
    steps.lessen(Kind.SUFFIX, part -> true, KernelName.OUT);
    steps.lessen(Kind.PARAMETERS, telling.negate(), KernelName.OUT);
    steps.lighten();
    steps.lessenFromBegin(Kind.SCOPE, telling.negate(), KernelName.OUT);
    steps.lessenFromBegin(Kind.SCOPE, part -> true, KernelName.LIGHTEST);
    steps.lessen(Kind.ARGUMENT, telling.negate(), KernelName.LIGHTEST);
    steps.withoutSpaces();
    steps.lessen(Kind.ARGUMENT, telling.negate(), KernelName.OUT);
    steps.lessenPieces();
    steps.lessen(Kind.PARAMETERS, part -> true, KernelName.LIGHTEST);
    steps.lessen(Kind.ARGUMENT, part -> true, KernelName.LIGHTEST);
    steps.lessenFromBegin(Kind.SCOPE, part -> true, KernelName.OUT);
    steps.lessen(Kind.PARAMETERS, part -> true, KernelName.OUT);
    steps.lessen(Kind.ARGUMENT, part -> true, KernelName.OUT);
    steps.dropArguments();
    return cut(name.shown(), width);
  }

  /** Leaves parts out, one after the other, as long as the name is too wide. */
  private static final class Steps {
    private final KernelName name;
    private final int width;
    private boolean fits;

    Steps(KernelName name, int width) {
      this.name = name;
      this.width = width;
      measure();
    }

    private void measure() {
      fits = VisibleText.width(name.shown()) <= width;
    }

    /** The last ones first. */
    void lessen(Kind kind, Predicate<Part> which, int level) {
      List<Part> parts = fits ? List.of() : of(name, kind);
      for (int i = parts.size() - 1; i >= 0; i--) {
        lessen(parts.get(i), which, level);
      }
    }

    void lessenFromBegin(Kind kind, Predicate<Part> which, int level) {
      of(name, kind).forEach(part -> lessen(part, which, level));
    }

    /** All at once: one name has one form. */
    void lighten() {
      if (!fits) {
        name.parts().stream()
            .filter(part -> part.kind == Kind.ARGUMENT || part.kind == Kind.PARAMETERS)
            .forEach(part -> part.level = Math.max(part.level, KernelName.LIGHT));
        measure();
      }
    }

    void withoutSpaces() {
      if (!fits) {
        name.separator = ",";
        measure();
      }
    }

    /** What is cut is the function, not the brackets behind it. */
    void dropArguments() {
      if (!fits) {
        name.isWithoutArguments = true;
        name.parts().stream()
            .filter(part -> part.kind == Kind.OPEN || part.kind == Kind.CLOSE)
            .forEach(part -> part.level = KernelName.OUT);
      }
    }

    private void lessen(Part part, Predicate<Part> which, int level) {
      if (part.level < level && !fits && which.test(part)) {
        part.level = level;
        measure();
      }
    }

    /** Of generated names: what all have, from the end; then what differs, but tiles last. */
    void lessenPieces() {
      List<Part> pieces = of(name, Kind.PIECE);
      if (fits || pieces.isEmpty()) {
        return;
      }
      List<Part> head = pieces.subList(0, Math.min(HEAD, pieces.size()));
      Predicate<Part> tile = part -> TILE.matcher(part.text).matches();
      Predicate<Part> other = part -> !head.contains(part) && !tile.test(part);
      lessen(Kind.PIECE, part -> other.test(part) && !part.telling, KernelName.OUT);
      lessen(Kind.PIECE, other, KernelName.OUT);
      lessen(Kind.PIECE, part -> !head.contains(part) && !isFirst(pieces, part), KernelName.OUT);
      for (int i : new int[] {2, 1, 3}) {
        if (i < head.size()) {
          lessen(head.get(i), part -> true, KernelName.OUT);
        }
      }
    }

    /** The macro tile stands before other sizes. */
    private static boolean isFirst(List<Part> pieces, Part tile) {
      return pieces.stream()
              .filter(part -> TILE.matcher(part.text).matches())
              .findFirst()
              .orElse(null)
          == tile;
    }
  }

  /**
   * A text in at most so many columns ({@link VisibleText#width}), without its middle: what is no
   * kernel's name, or has no parts.
   */
  public static String cut(String name, int width) {
    if (VisibleText.width(name) <= width) {
      return name;
    }
    int kept = Math.max(width - ELLIPSIS.length(), 2);
    int head = (kept + 1) / 2;
    return VisibleText.firstColumns(name, head)
        + ELLIPSIS
        + VisibleText.lastColumns(name, kept - head);
  }
}
