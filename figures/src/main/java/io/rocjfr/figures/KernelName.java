// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The name of a kernel in its parts, some of which are left out: C++ names by their syntax, and
 * generated ones (Tensile's) by their underscores.
 */
final class KernelName {
  /** What a part is. */
  enum Kind {
    RESULT,
    SCOPE,
    FUNCTION,
    /** The bracket that begins the function's template arguments. */
    OPEN,
    ARGUMENT,
    CLOSE,
    PARAMETERS,
    SUFFIX,
    /** What stands between two underscores of a generated name. */
    PIECE
  }

  /** How little of a part is shown. */
  static final int WHOLE = 0;

  static final int LIGHT = 1;
  static final int LIGHTEST = 2;
  static final int OUT = 3;

  /** A part, and what is shown of it. */
  static final class Part {
    final Kind kind;
    final String text;
    final String light;
    final String lightest;
    int level = WHOLE;

    /** Whether it tells this name from others that are shown beside it. */
    boolean telling;

    Part(Kind kind, String text) {
      this.kind = kind;
      this.text = text;
      boolean types = kind == Kind.ARGUMENT || kind == Kind.SCOPE || kind == Kind.PARAMETERS;
      light = types ? light(text, kind == Kind.SCOPE) : text;
      lightest = types ? lightest(light) : text;
    }

    String shown() {
      return level == WHOLE ? text : level == LIGHT ? light : lightest;
    }
  }

  private static final String ELLIPSIS = "...";
  private static final String ANONYMOUS = "(anonymous namespace)";
  private static final Pattern SUFFIX =
      Pattern.compile("(?: \\[clone [^\\]]*\\]| \\(\\.[^)]*\\)|\\.kd)+$");
  private static final Pattern SCOPES =
      Pattern.compile("(?:(?:\\(anonymous namespace\\)|[A-Za-z_]\\w*)::)+(?=[A-Za-z_(])");
  private static final Pattern BUILT_IN_CAST =
      Pattern.compile(
          "\\((?:bool|(?:(?:un)?signed )?(?:char|short|int|long|long long))\\)(?=-?\\w)");
  private static final Pattern CAST = Pattern.compile("\\([A-Za-z_][\\w: ]*\\)(?=-?\\d)");

  private static final Pattern LITERAL = Pattern.compile("\\b(\\d+)[uU]?[lL]{0,2}\\b");

  /** Generated names have that many pieces at least. */
  private static final int GENERATED = 5;

  /** Whether nothing of the function's template arguments is shown, not even that there are any. */
  boolean isWithoutArguments;

  /** Between these arguments. */
  String separator = ", ";

  private final List<Part> parts = new ArrayList<>();
  private String function = "";

  KernelName(String name) {
    if (name.indexOf('<') < 0 && name.indexOf('(') < 0 && name.indexOf(' ') < 0) {
      parsePlain(name);
    } else {
      parse(name);
    }
  }

  List<Part> parts() {
    return parts;
  }

  /** What names have in common that are compared with each other. */
  String function() {
    return function;
  }

  /** All parts of one kind in one text, as they are whole or lighter. */
  String all(Kind kind, int level) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (part.kind == kind) {
        text.append(level == WHOLE ? part.text : level == LIGHT ? part.light : part.lightest);
      }
    }
    return text.toString();
  }

  /** What is shown. */
  String shown() {
    StringBuilder text = new StringBuilder();
    boolean out = false;
    Kind before = null;
    for (Part part : parts) {
      Kind kind = part.kind;
      if (kind == Kind.ARGUMENT && isWithoutArguments) {
        continue;
      }
      if (kind == Kind.ARGUMENT || kind == Kind.PIECE) {
        boolean first = before != kind;
        if (part.level == OUT) {
          text.append(out ? "" : kind == Kind.ARGUMENT && !first ? separator + ELLIPSIS : ELLIPSIS);
        } else if (kind == Kind.ARGUMENT) {
          text.append(first ? "" : separator).append(part.shown());
        } else {
          text.append(first || out ? "" : "_").append(part.shown());
        }
        out = part.level == OUT;
      } else if (part.level != OUT) {
        text.append(part.shown());
      }
      before = kind;
    }
    return text.toString();
  }

  private void add(Kind kind, String text) {
    if (!text.isEmpty()) {
      parts.add(new Part(kind, text));
    }
  }

  /** A name that is no more than letters, digits and underscores. */
  private void parsePlain(String name) {
    int end = suffix(name);
    String plain = name.substring(0, end);
    String[] pieces = plain.split("_", -1);
    if (pieces.length < GENERATED) {
      function = plain.substring(scopes(plain));
      addScopes(plain, scopes(plain));
      add(Kind.FUNCTION, function);
    } else {
      function = pieces[0] + "_";
      for (String piece : pieces) {
        parts.add(new Part(Kind.PIECE, piece));
      }
    }
    add(Kind.SUFFIX, name.substring(end));
  }

  private static int suffix(String name) {
    var suffix = SUFFIX.matcher(name);
    return suffix.find() && suffix.start() > 0 ? suffix.start() : name.length();
  }

  private void parse(String name) {
    int suffix = suffix(name);
    int parameters = parameters(name, suffix);
    int begin = result(name, parameters);
    String head = name.substring(begin, parameters);
    add(Kind.RESULT, name.substring(0, begin));
    int last = scopes(head);
    addScopes(head, last);
    String own = head.substring(last);
    int open = own.endsWith(">") ? own.indexOf('<', Brackets.endOfOperator(own)) : -1;
    function = open < 0 ? own : own.substring(0, open);
    add(Kind.FUNCTION, function);
    if (open >= 0) {
      add(Kind.OPEN, "<");
      split(own.substring(open + 1, own.length() - 1)).forEach(one -> add(Kind.ARGUMENT, one));
      add(Kind.CLOSE, ">");
    }
    add(Kind.PARAMETERS, name.substring(parameters, suffix));
    add(Kind.SUFFIX, name.substring(suffix));
  }

  private void addScopes(String head, int end) {
    int from = 0;
    for (int at : separators(head, "::")) {
      if (at < end) {
        add(Kind.SCOPE, head.substring(from, at + 2));
        from = at + 2;
      }
    }
  }

  /** Where the function's own name begins. */
  private static int scopes(String head) {
    List<Integer> separators = separators(head, "::");
    return separators.isEmpty() ? 0 : separators.get(separators.size() - 1) + 2;
  }

  private static List<String> split(String arguments) {
    List<String> all = new ArrayList<>();
    int from = 0;
    for (int at : separators(arguments, ",")) {
      all.add(arguments.substring(from, at).strip());
      from = at + 1;
    }
    all.add(arguments.substring(from).strip());
    return all;
  }

  /** Where a separator stands outside of all brackets. */
  private static List<Integer> separators(String text, String separator) {
    List<Integer> places = new ArrayList<>();
    Brackets brackets = new Brackets();
    for (int i = 0; i < text.length(); i++) {
      if (brackets.isOutside() && text.startsWith(separator, i)) {
        places.add(i);
        i += separator.length() - 1;
      } else {
        i = brackets.next(text, i);
      }
    }
    return places;
  }

  /** Where the parameters begin: the last bracket on which no more of the name follows. */
  private static int parameters(String name, int end) {
    Brackets brackets = new Brackets();
    int begin = end;
    int at = 0;
    while (at < end) {
      if (brackets.isOutside() && name.startsWith("::", at)) {
        begin = end;
      } else if (brackets.isOutside()
          && name.charAt(at) == '('
          && at > 0
          && !name.startsWith(ANONYMOUS, at)) {
        begin = at;
      }
      at = brackets.next(name, at) + 1;
    }
    return begin;
  }

  /** Where the result ends. */
  private static int result(String name, int end) {
    int begin = 0;
    Brackets brackets = new Brackets();
    for (int i = 0; i < end; i++) {
      if (brackets.isOutside() && name.charAt(i) == ' ') {
        begin = i + 1;
      }
      i = brackets.next(name, i);
    }
    return begin;
  }

  /** Types without the scopes they are in; integers as they are written mostly. */
  private static String light(String text, boolean scope) {
    String inner = scope ? text.substring(0, text.length() - 2) : text;
    String light = BUILT_IN_CAST.matcher(SCOPES.matcher(inner).replaceAll("")).replaceAll("");
    light =
        light
            .replace("unsigned long long", "ullong")
            .replace("unsigned ", "u")
            .replace("__hip_bfloat16", "bf16");
    light = LITERAL.matcher(light).replaceAll("$1");
    return scope ? light + "::" : light;
  }

  /** And without the arguments of templates within them, and casts. */
  private static String lightest(String light) {
    StringBuilder text = new StringBuilder();
    Brackets brackets = new Brackets();
    for (int i = 0; i < light.length(); i++) {
      boolean outside = brackets.isOutside();
      int next = brackets.next(light, i);
      if (outside) {
        text.append(light, i, next + 1);
        text.append(brackets.isInTemplate() ? ELLIPSIS : "");
      } else if (brackets.isOutside()) {
        text.append(light.charAt(i));
      } else if (!brackets.isInTemplate()) {
        text.append(light, i, next + 1);
      }
      i = next;
    }
    return CAST.matcher(text).replaceAll("");
  }
}
