// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** Which brackets of a C++ name are open. */
final class Brackets {
  private final StringBuilder open = new StringBuilder();

  boolean isOutside() {
    return open.length() == 0;
  }

  /** Whether the outermost bracket is that of a template's arguments. */
  boolean isInTemplate() {
    return open.length() > 0 && open.charAt(0) == '<';
  }

  /** Goes on by a character, or by an operator's name; the place of the last one is returned. */
  int next(String text, int at) {
    char c = text.charAt(at);
    if (c == 'o' && isOperator(text, at)) {
      return endOfOperator(text, at + "operator".length()) - 1;
    }
    switch (c) {
      case '(', '[', '{', '<' -> open.append(c);
      case ')', ']', '}' -> close(c == ')' ? '(' : c == ']' ? '[' : '{');
      case '>' -> {
        if (at == 0 || text.charAt(at - 1) != '-') { // an arrow of an expression
          close('<');
        }
      }
      default -> {
        // Part of a name.
      }
    }
    return at;
  }

  /** What was open within it is closed, too: {@code (a<b)}. */
  private void close(char begun) {
    int last = open.lastIndexOf(String.valueOf(begun));
    // Within other brackets ">" is an operator.
    if (last >= 0 && (begun != '<' || last == open.length() - 1)) {
      open.setLength(last);
    }
  }

  /** Where an operator's name that a name begins with ends; 0 if it begins with none. */
  static int endOfOperator(String name) {
    return !name.isEmpty() && isOperator(name, 0) ? endOfOperator(name, "operator".length()) : 0;
  }

  private static boolean isOperator(String text, int at) {
    return text.startsWith("operator", at)
        && (at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)))
        && at + "operator".length() < text.length()
        && "()<>-=+*/%[]!&|^~,".indexOf(text.charAt(at + "operator".length())) >= 0;
  }

  private static int endOfOperator(String text, int from) {
    if (text.startsWith("< <", from)) {
      return from + 2; // the space, too
    }
    for (String two : new String[] {"()", "[]", "<<", ">>", "->", "<=", ">="}) {
      if (text.startsWith(two, from)) {
        return from + 2;
      }
    }
    return from + 1;
  }
}
