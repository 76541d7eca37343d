// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A test that takes a {@link Jdk} and runs on each of them; skipped on one that is missing. In
 * {@code verify} on one of them, unless {@link Whole} is asked for.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(Whole.Jdks.class)
public @interface OnEachJdk {
  /** Also in {@code verify} on each: a quick test of what differs between JDKs. */
  boolean always() default false;
}
