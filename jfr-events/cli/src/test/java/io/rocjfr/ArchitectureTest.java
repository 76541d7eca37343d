// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** The arrows between the packages. */
@AnalyzeClasses(packages = "io.rocjfr", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  void arrows(JavaClasses all) {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.rocjfr..")
        .withOptionalLayers(true)
        .layer("api")
        .definedBy("io.rocjfr", "io.rocjfr.buffered..", "io.rocjfr.roctracer..")
        .layer("event")
        .definedBy("io.rocjfr.event..")
        .layer("bridge")
        .definedBy("io.rocjfr.bridge..")
        .layer("agent")
        .definedBy("io.rocjfr.agent..")
        .layer("boot")
        .definedBy("io.rocjfr.boot..")
        .layer("recording")
        .definedBy("io.rocjfr.recording..")
        .layer("cli")
        .definedBy("io.rocjfr.cli..")
        .whereLayer("boot")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("recording")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("agent")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("bridge")
        .mayOnlyBeAccessedByLayers("agent")
        .whereLayer("event")
        .mayOnlyBeAccessedByLayers("bridge", "agent", "cli")
        .whereLayer("boot")
        .mayNotAccessAnyLayer()
        .check(all);
  }

  @ArchTest
  void theApiKnowsTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAnyPackage("io.rocjfr", "io.rocjfr.buffered..", "io.rocjfr.roctracer..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr", "io.rocjfr.buffered..", "io.rocjfr.roctracer..", "java..")
        .check(all);
  }

  /** They are a bundle of JMC, too, that needs no other. */
  @ArchTest
  void figuresKnowTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.figures")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.figures", "java..")
        .check(all);
  }

  @ArchTest
  void eventsKnowJfrOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.event")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.event", "java..", "jdk.jfr..")
        .check(all);
  }

  @ArchTest
  void bootKnowsTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.boot")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.boot", "java..")
        .check(all);
  }

  @ArchTest
  void readingRecordingsNeedsTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.recording")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.recording", "io.rocjfr.figures", "java..", "jdk.jfr..")
        .check(all);
  }

  @ArchTest
  void onlyTheBridgeKnowsNativeMemory(JavaClasses all) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rocjfr.bridge")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.jna..")
        .check(all);
  }

  @ArchTest
  void drainCodeNeverAsksJfrForItsRecordings(JavaClasses all) {
    noClasses()
        .that()
        .resideInAPackage("io.rocjfr.bridge")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("jdk.jfr.FlightRecorder")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("jdk.jfr.Recording")
        .check(all);
  }
}
