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

/** Equal values: the same allocation of GPU memory. */
@MetadataDefinition
@Relational
@Name("rocjfr.AllocationId")
@Label("Allocation Id")
@Description("Events with equal values belong to one allocation of GPU memory")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AllocationId {}
