// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.equinox.internal.p2.director.Projector;
import org.eclipse.equinox.internal.p2.director.QueryableArray;
import org.eclipse.equinox.internal.p2.director.Slicer;
import org.eclipse.equinox.internal.p2.metadata.repository.MetadataRepositoryIO;
import org.eclipse.equinox.p2.core.IProvisioningAgent;
import org.eclipse.equinox.p2.metadata.IArtifactKey;
import org.eclipse.equinox.p2.metadata.IInstallableUnit;
import org.eclipse.equinox.p2.metadata.IProvidedCapability;
import org.eclipse.equinox.p2.metadata.MetadataFactory;
import org.eclipse.equinox.p2.metadata.MetadataFactory.InstallableUnitDescription;
import org.eclipse.equinox.p2.metadata.Version;
import org.eclipse.equinox.p2.metadata.VersionRange;
import org.eclipse.equinox.p2.query.IQueryable;
import org.eclipse.equinox.p2.query.QueryUtil;
import org.junit.jupiter.api.Test;

/** What p2 itself, which installs into JMC, reads from the update site and plans with it. */
class UpdateSiteIT {
  private static final Path SITE = Path.of(System.getProperty("rocjfr.jmc"), "update-site");
  private static final String FEATURE = "io.rocjfr.jmc.feature.feature.group";
  private static final String[] INSTALLED = {
    "io.rocjfr.figures",
    "io.rocjfr.jmc.rules",
    "io.rocjfr.jmc.ui",
    "io.rocjfr.jmc.feature.feature.jar",
    FEATURE
  };

  /** Bundles of JMC that ours need. */
  private static final List<String> JMC =
      List.of(
          "org.openjdk.jmc.common",
          "org.openjdk.jmc.flightrecorder",
          "org.openjdk.jmc.flightrecorder.rules",
          "org.openjdk.jmc.flightrecorder.ui",
          "org.eclipse.core.runtime");

  private static final Map<String, String> PROFILE =
      Map.of("org.eclipse.update.install.features", "true");

  @Test
  void theUnitsHaveTheirFiles() throws Exception {
    Set<IInstallableUnit> units = read();
    assertThat(units).extracting(IInstallableUnit::getId).contains(INSTALLED);
    List<String> files = new ArrayList<>();
    for (IInstallableUnit unit : units) {
      for (IArtifactKey key : unit.getArtifacts()) {
        files.add(
            (key.getClassifier().equals("osgi.bundle") ? "plugins/" : "features/")
                + key.getId()
                + "_"
                + key.getVersion()
                + ".jar");
      }
    }
    assertThat(files)
        .hasSize(4)
        .allSatisfy(file -> assertThat(SITE.resolve(file)).isNotEmptyFile());
  }

  @Test
  void theDialogShowsTheFeatureInACategory() throws Exception {
    List<IInstallableUnit> categories = read().stream().filter(QueryUtil::isCategory).toList();
    assertThat(categories).hasSize(1);
    IInstallableUnit feature = unit(FEATURE);
    assertThat(QueryUtil.isGroup(feature)).isTrue();
    assertThat(categories.get(0).getRequirements())
        .hasSize(1)
        .allSatisfy(requirement -> assertThat(requirement.isMatch(feature)).isTrue());
    assertThat(feature.getProperty(IInstallableUnit.PROP_NAME, "en")).contains("rocjfr");
    assertThat(feature.getLicenses("en")).isNotEmpty();
  }

  @Test
  void theFeatureInstallsIntoJmc() throws Exception {
    Plan plan = install(JMC);
    assertThat(plan.status.isOK()).as("%s", plan.status).isTrue();
    assertThat(plan.units)
        .extracting(IInstallableUnit::getId)
        .contains(INSTALLED)
        .containsAll(JMC)
        .doesNotContain("io.rocjfr.jmc.category");
  }

  @Test
  void eachBundleOfJmcIsNeeded() throws Exception {
    for (String missing : JMC) {
      Plan plan = install(JMC.stream().filter(bundle -> !bundle.equals(missing)).toList());
      assertThat(plan.status.isOK()).as(missing).isFalse();
      assertThat(messages(plan.status)).anyMatch(message -> message.contains(missing));
    }
  }

  private record Plan(IStatus status, Collection<IInstallableUnit> units) {}

  /** What p2 would install into a profile with these bundles. */
  private static Plan install(List<String> bundles) throws Exception {
    List<IInstallableUnit> all = new ArrayList<>(read());
    bundles.forEach(bundle -> all.add(bundle(bundle)));
    InstallableUnitDescription wish = new InstallableUnitDescription();
    wish.setId("wish");
    wish.setVersion(Version.createOSGi(1, 0, 0));
    wish.addRequirements(
        List.of(
            MetadataFactory.createRequirement(
                IInstallableUnit.NAMESPACE_IU_ID,
                FEATURE,
                VersionRange.emptyRange,
                null,
                false,
                false)));
    IInstallableUnit root = MetadataFactory.createInstallableUnit(wish);
    IQueryable<IInstallableUnit> slice =
        new Slicer(new QueryableArray(all), PROFILE, false)
            .slice(List.of(root), new NullProgressMonitor());
    Projector projector = new Projector(slice, PROFILE, Set.of(), false);
    projector.encode(
        root,
        new IInstallableUnit[0],
        new QueryableArray(List.of()),
        List.of(root),
        new NullProgressMonitor());
    IStatus status = projector.invokeSolver(new NullProgressMonitor());
    return new Plan(status, status.isOK() ? projector.extractSolution() : List.of());
  }

  private static IInstallableUnit bundle(String name) {
    InstallableUnitDescription bundle = new InstallableUnitDescription();
    bundle.setId(name);
    bundle.setVersion(Version.createOSGi(9, 1, 1));
    bundle.setCapabilities(
        new IProvidedCapability[] {
          MetadataFactory.createProvidedCapability("osgi.bundle", name, bundle.getVersion())
        });
    return MetadataFactory.createInstallableUnit(bundle);
  }

  private static IInstallableUnit unit(String id) throws Exception {
    return read().stream().filter(unit -> unit.getId().equals(id)).findFirst().orElseThrow();
  }

  private static Set<IInstallableUnit> read() throws Exception {
    try (InputStream in = Files.newInputStream(SITE.resolve("content.xml"))) {
      return new MetadataRepositoryIO(new NoServices())
          .read(SITE.toUri().toURL(), in, new NullProgressMonitor())
          .query(QueryUtil.createIUAnyQuery(), new NullProgressMonitor())
          .toUnmodifiableSet();
    }
  }

  private static Stream<String> messages(IStatus status) {
    return Stream.concat(
        Stream.of(status.getMessage()),
        Stream.of(status.getChildren()).flatMap(UpdateSiteIT::messages));
  }

  /** p2 without OSGi. */
  private static final class NoServices implements IProvisioningAgent {
    @Override
    public Object getService(String name) {
      return null;
    }

    @Override
    public void registerService(String name, Object service) {}

    @Override
    public void unregisterService(String name, Object service) {}

    @Override
    public void stop() {}
  }
}
