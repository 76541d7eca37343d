// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Whether the tests run whole, which takes twice as long: each of {@link OnEachJdk} on each JDK,
 * and what is repeated as often as by hand. {@code ./mvnw verify} does each on one JDK, half of
 * them on either; {@code -Dwhole}, and tests/it.sh, all.
 */
public final class Whole {
  private static final boolean ASKED = Boolean.getBoolean("rocjfr.whole");

  private Whole() {}

  public static boolean isAsked() {
    return ASKED;
  }

  /** How often: this, unless the property says. */
  public static int times(String property, int whole, int otherwise) {
    return Integer.getInteger(property, ASKED ? whole : otherwise);
  }

  /** Of what stands in pairs, both of each; unless whole, the first ones. */
  @SafeVarargs
  public static <T> List<T> oneOfEachPair(T... pairs) {
    return IntStream.range(0, pairs.length)
        .filter(i -> ASKED || i % 2 == 0)
        .mapToObj(i -> pairs[i])
        .toList();
  }

  /** For {@link OnEachJdk}. */
  public static final class Jdks implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      List<Jdk> all = Jdk.tested();
      if (ASKED || context.getRequiredTestMethod().getAnnotation(OnEachJdk.class).always()) {
        return all.stream().map(Arguments::of);
      }
      // By the name, so that it is the same one each time and on each machine.
      String test =
          context.getRequiredTestClass().getSimpleName()
              + '.'
              + context.getRequiredTestMethod().getName();
      return Stream.of(Arguments.of(all.get(Math.floorMod(test.hashCode(), all.size()))));
    }
  }
}
