// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.rocjfr.recording.TextOutput;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine;

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
        .layer("program")
        .definedBy("io.rocjfr.cli.selftest.program")
        .whereLayer("boot")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("recording")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("agent")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("bridge")
        .mayOnlyBeAccessedByLayers("agent", "program")
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
  void figuresKnowTheSchemaAndTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.figures")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.figures", "io.rocjfr.schema", "java..")
        .check(all);
  }

  @ArchTest
  void theSchemaKnowsTheJdkOnly(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.rocjfr.schema")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.rocjfr.schema", "java..")
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
        .resideInAnyPackage(
            "io.rocjfr.recording", "io.rocjfr.figures", "io.rocjfr.schema", "java..", "jdk.jfr..")
        .check(all);
  }

  /** Beside it the program of the self-test, which uses the GPU as users' programs do. */
  @ArchTest
  void onlyTheBridgeKnowsNativeMemory(JavaClasses all) {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.rocjfr.bridge", "io.rocjfr.cli.selftest.program")
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

  /**
   * Text goes out through TextOutput alone, and of the agent through its log; who makes these has
   * the streams.
   */
  @ArchTest
  void textGoesOutThroughOnePlace(JavaClasses all) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.rocjfr.recording.TextOutput")
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.recording.Progress") // makes one that shows nothing
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.Main")
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.Outputs")
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.ManPage") // the build's
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.bridge.Log")
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.boot.AgentEntry")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(PrintStream.class, PrintWriter.class, Console.class, FileDescriptor.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(all);
  }

  /** CheckedRecording is the door: behind it only what it has looked through is parsed. */
  @ArchTest
  void recordingsAreOpenedInOnePlace(JavaClasses all) {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rocjfr.recording")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(RecordingFile.class)
        .orShould()
        .callMethod(EventStream.class, "openFile", Path.class)
        .check(all);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.report.Analysis") // takes a Section
        .should()
        .dependOnClassesThat()
        .haveSimpleNameStartingWith("JfrLoaderToolkit")
        .check(all);
  }

  /** What picocli has for its help takes any text. */
  @ArchTest
  void commandsDoNotPrintByPicocli(JavaClasses all) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.Outputs")
        .should()
        .callMethod(CommandLine.class, "getOut")
        .orShould()
        .callMethod(CommandLine.class, "getErr")
        .check(all);
  }

  /** Formats for programs, which have escapes of their own. */
  @ArchTest
  void onlyFormatsForProgramsAreExact(JavaClasses all) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.Json")
        .and()
        .doNotHaveFullyQualifiedName("io.rocjfr.cli.FlameCommand")
        .should()
        .callMethod(TextOutput.class, "exact")
        .check(all);
  }

  /** The jar has nothing else of them for the agent. */
  @ArchTest
  void theAgentKnowsOfTheFiguresHowTextIsShown(JavaClasses all) {
    noClasses()
        .that()
        .resideInAnyPackage("io.rocjfr.agent", "io.rocjfr.bridge", "io.rocjfr.event")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are figures but VisibleText and FunctionCatalogue",
                type ->
                    type.getPackageName().equals("io.rocjfr.figures")
                        && !type.getSimpleName().equals("VisibleText")
                        && !type.getName().startsWith("io.rocjfr.figures.FunctionCatalogue")))
        .check(all);
  }
}
