// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;
import jdk.jfr.Relational;

/** Equal values: an API call and the work that it submitted. */
@MetadataDefinition
@Relational
@Name("rocjfr.CorrelationId")
@Label("Correlation Id")
@Description("Events with equal values are an API call and the work that it submitted")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface CorrelationId {}
