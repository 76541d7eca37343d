// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine;

/** The arrows between the packages. */
@AnalyzeClasses(packages = "io.rocjfr.otel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  void arrows(JavaClasses all) {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.rocjfr.otel..")
        .layer("entry")
        .definedBy("io.rocjfr.otel")
        .layer("scope")
        .definedBy("io.rocjfr.otel.scope")
        .layer("span")
        .definedBy("io.rocjfr.otel.span")
        .layer("live")
        .definedBy("io.rocjfr.otel.live")
        .layer("offline")
        .definedBy("io.rocjfr.otel.offline")
        .whereLayer("entry")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("offline")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("live")
        .mayOnlyBeAccessedByLayers("entry")
        .whereLayer("scope")
        .mayOnlyBeAccessedByLayers("entry", "live")
        .check(all);
  }

  /** What runs in an application sees the public API only. */
  @ArchTest
  void nothingInsideOfRocjfrIsUsed(JavaClasses all) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rocjfr.otel.offline")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.rocjfr.bridge..",
            "io.rocjfr.agent..",
            "io.rocjfr.boot..",
            "io.rocjfr.cli..",
            "io.rocjfr.event..",
            "io.rocjfr.recording..",
            "io.rocjfr.figures..",
            "picocli..")
        .check(all);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.rocjfr.bridge..", "io.rocjfr.agent..", "io.rocjfr.boot..", "io.rocjfr.cli..")
        .check(all);
  }

  /** Text goes out through TextOutput, which leaves out secrets; live, through the log. */
  @ArchTest
  void textGoesOutThroughOnePlace(JavaClasses all) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.rocjfr.otel.offline.ExportMain")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(PrintStream.class, PrintWriter.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .orShould()
        .callMethod(CommandLine.class, "getOut")
        .orShould()
        .callMethod(CommandLine.class, "getErr")
        .check(all);
  }

  /** The door of rocjfr-recording is the only one. */
  @ArchTest
  void recordingsAreOpenedInOnePlace(JavaClasses all) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(RecordingFile.class)
        .orShould()
        .callMethod(EventStream.class, "openFile", Path.class)
        .check(all);
  }
}
