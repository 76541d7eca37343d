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

/** Equal values: what acted under one external correlation id, and what it means. */
@MetadataDefinition
@Relational
@Name("rocjfr.ExternalId")
@Label("External Id")
@Description(
    "Events with equal values belong to one external correlation id, or are the span with this id")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface ExternalCorrelationId {}
