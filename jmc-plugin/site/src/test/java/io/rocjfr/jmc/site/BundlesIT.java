// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The bundles and the update site fit each other. */
class BundlesIT {
  private static final Path DIST = Path.of(System.getProperty("rocjfr.jmc"));
  private static final Path SITE = DIST.resolve("update-site");

  /** It has no dependency but the JDK: so it works in any OSGi container, and without one. */
  @Test
  void theFiguresAreABundleThatNeedsNoOther() throws Exception {
    try (JarFile jar = new JarFile(DIST.resolve("rocjfr-figures.jar").toFile())) {
      Attributes manifest = manifest(jar);
      assertThat(manifest.getValue("Bundle-SymbolicName")).isEqualTo("io.rocjfr.figures");
      assertThat(manifest.getValue("Require-Bundle")).isNull();
      assertThat(manifest.getValue("Import-Package")).isNull();
      assertThat(Set.of(manifest.getValue("Export-Package").split(",", -1)))
          .isEqualTo(packages(jar));
    }
  }

  @Test
  void theRulesAreABundleThatJmcAsksForRules() throws Exception {
    try (JarFile jar = new JarFile(DIST.resolve("rocjfr-jmc-rules.jar").toFile())) {
      Attributes manifest = manifest(jar);
      assertThat(manifest.getValue("Bundle-SymbolicName"))
          .isEqualTo("io.rocjfr.jmc.rules;singleton:=true");
      assertThat(manifest.getValue("Require-Bundle"))
          .contains(
              "io.rocjfr.figures",
              "org.openjdk.jmc.common",
              "org.openjdk.jmc.flightrecorder.rules");
      assertThat(xml(jar, "plugin.xml").getElementsByTagName("ruleProvider").getLength())
          .isEqualTo(1);
      String services = text(jar, "META-INF/services/org.openjdk.jmc.flightrecorder.rules.IRule");
      assertThat(services.lines().filter(line -> !line.startsWith("#")))
          .containsExactlyInAnyOrderElementsOf(rules(jar));
      assertThat(Set.of(manifest.getValue("Export-Package").split(",", -1)))
          .isEqualTo(packages(jar));
    }
  }

  @Test
  void thePagesAreABundleWithAllThatItsExtensionNames() throws Exception {
    try (JarFile jar = new JarFile(DIST.resolve("rocjfr-jmc-ui.jar").toFile())) {
      Attributes manifest = manifest(jar);
      assertThat(manifest.getValue("Bundle-SymbolicName"))
          .isEqualTo("io.rocjfr.jmc.ui;singleton:=true");
      assertThat(manifest.getValue("Require-Bundle"))
          .contains("org.openjdk.jmc.flightrecorder.ui", "io.rocjfr.jmc.rules");
      Element plugin = xml(jar, "plugin.xml");
      for (Element factory : elements(plugin.getElementsByTagName("factory"))) {
        assertThat(jar.getEntry(factory.getAttribute("class").replace('.', '/') + ".class"))
            .isNotNull();
      }
      for (Element pages : elements(plugin.getElementsByTagName("pages"))) {
        assertThat(jar.getEntry(pages.getAttribute("file"))).isNotNull();
      }
      assertThat(packages(jar))
          .as("no stubs")
          .containsExactlyInAnyOrder(
              "io.rocjfr.jmc.ui", "io.rocjfr.jmc.ui.data", "io.rocjfr.jmc.ui.paint");
    }
  }

  @Test
  void eachHasItsLicence() throws Exception {
    List<Path> jars;
    try (Stream<Path> files = Files.walk(DIST)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    assertThat(jars).hasSize(7);
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile())) {
        assertThat(text(jar, "META-INF/LICENSE")).as("%s", path).contains("Apache License");
        assertThat(text(jar, "META-INF/NOTICE")).as("%s", path).contains("The rocjfr authors");
      }
    }
  }

  @Test
  void classesRunOnJava17() throws Exception {
    for (String name : List.of("rocjfr-figures.jar", "rocjfr-jmc-rules.jar", "rocjfr-jmc-ui.jar")) {
      try (JarFile jar = new JarFile(DIST.resolve(name).toFile())) {
        for (JarEntry entry : classes(jar)) {
          try (InputStream in = jar.getInputStream(entry)) {
            assertThat(in.readNBytes(8)[7]).as(entry.getName()).isEqualTo((byte) 61);
          }
        }
      }
    }
  }

  @Test
  void theSiteHasEveryArtifactThatItLists() throws Exception {
    Element artifacts = xml(Files.newInputStream(SITE.resolve("artifacts.xml")));
    List<String> files = new ArrayList<>();
    for (Element artifact : elements(artifacts.getElementsByTagName("artifact"))) {
      boolean bundle = artifact.getAttribute("classifier").equals("osgi.bundle");
      files.add(
          (bundle ? "plugins/" : "features/")
              + artifact.getAttribute("id")
              + "_"
              + artifact.getAttribute("version")
              + ".jar");
    }
    assertThat(files)
        .hasSize(4)
        .allSatisfy(file -> assertThat(SITE.resolve(file)).isNotEmptyFile());
    for (Element rule : elements(artifacts.getElementsByTagName("rule"))) {
      assertThat(rule.getAttribute("output")).startsWith("${repoUrl}/").endsWith("_${version}.jar");
    }
    checkSizes(artifacts);
  }

  @Test
  void theMetadataNamesTheVersionsOfTheBundles() throws Exception {
    Element content = xml(Files.newInputStream(SITE.resolve("content.xml")));
    checkSizes(content);
    assertThat(Files.readString(SITE.resolve("content.xml"))).doesNotContain("${");
    Set<String> provided = new TreeSet<>();
    for (Element unit : elements(content.getElementsByTagName("provided"))) {
      provided.add(unit.getAttribute("name") + " " + unit.getAttribute("version"));
    }
    for (String name : List.of("rocjfr-figures.jar", "rocjfr-jmc-rules.jar", "rocjfr-jmc-ui.jar")) {
      try (JarFile jar = new JarFile(DIST.resolve(name).toFile())) {
        Attributes manifest = manifest(jar);
        String id = manifest.getValue("Bundle-SymbolicName").replaceAll(";.*", "");
        String version = manifest.getValue("Bundle-Version");
        assertThat(version).matches("\\d+\\.\\d+\\.\\d+(\\.[A-Za-z0-9_-]+)?");
        assertThat(provided).contains(id + " " + version);
        assertThat(SITE.resolve("plugins/" + id + "_" + version + ".jar"))
            .hasSameBinaryContentAs(DIST.resolve(name));
        assertThat(required(content, id))
            .containsExactlyInAnyOrderElementsOf(requiredBundles(manifest));
      }
    }
  }

  @Test
  void theFeatureHoldsAllBundles() throws Exception {
    List<Path> features;
    try (var files = Files.list(SITE.resolve("features"))) {
      features = files.toList();
    }
    assertThat(features).hasSize(1);
    try (JarFile jar = new JarFile(features.get(0).toFile())) {
      Element feature = xml(jar, "feature.xml");
      assertThat(features.get(0).getFileName().toString())
          .isEqualTo(feature.getAttribute("id") + "_" + feature.getAttribute("version") + ".jar");
      assertThat(elements(feature.getElementsByTagName("plugin")))
          .extracting(plugin -> plugin.getAttribute("id"))
          .containsExactly("io.rocjfr.figures", "io.rocjfr.jmc.rules", "io.rocjfr.jmc.ui");
    }
  }

  /** p2 trusts the numbers that it is told. */
  private static void checkSizes(Element parent) {
    if (parent.hasAttribute("size")) {
      int children = 0;
      for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
        children += parent.getChildNodes().item(i) instanceof Element ? 1 : 0;
      }
      assertThat(parent.getAttribute("size"))
          .as(parent.getTagName())
          .isEqualTo(String.valueOf(children));
    }
    for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
      if (parent.getChildNodes().item(i) instanceof Element child) {
        checkSizes(child);
      }
    }
  }

  private static List<String> requiredBundles(Attributes manifest) {
    String names = manifest.getValue("Require-Bundle");
    return names == null ? List.of() : List.of(names.split(",", -1));
  }

  private static List<String> required(Element content, String id) {
    for (Element unit : elements(content.getElementsByTagName("unit"))) {
      if (unit.getAttribute("id").equals(id)) {
        return elements(unit.getElementsByTagName("required")).stream()
            .map(required -> required.getAttribute("name"))
            .toList();
      }
    }
    throw new AssertionError("no unit " + id);
  }

  /** All classes called Rule but the one that they extend. */
  private static List<String> rules(JarFile jar) {
    return classes(jar).stream()
        .map(entry -> entry.getName().replace(".class", "").replace('/', '.'))
        .filter(name -> name.endsWith("Rule") && !name.endsWith(".GpuRule"))
        .toList();
  }

  private static Set<String> packages(JarFile jar) {
    Set<String> packages = new TreeSet<>();
    for (JarEntry entry : classes(jar)) {
      packages.add(
          entry.getName().substring(0, entry.getName().lastIndexOf('/')).replace('/', '.'));
    }
    return packages;
  }

  private static List<JarEntry> classes(JarFile jar) {
    return jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
  }

  private static Attributes manifest(JarFile jar) throws IOException {
    Attributes manifest = jar.getManifest().getMainAttributes();
    assertThat(manifest.getValue("Bundle-ManifestVersion")).isEqualTo("2");
    return manifest;
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Element xml(JarFile jar, String name) throws Exception {
    return xml(jar.getInputStream(jar.getEntry(name)));
  }

  private static Element xml(InputStream stream) throws Exception {
    try (InputStream in = stream) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(in)
          .getDocumentElement();
    }
  }

  private static List<Element> elements(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
