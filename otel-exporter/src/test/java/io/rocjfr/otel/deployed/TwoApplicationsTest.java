// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two applications in one JVM, each with an SDK and rocjfr-otel.jar of its own. */
@Timeout(1800)
class TwoApplicationsTest {
  private final FakeAgent agent = new FakeAgent();
  private Deployment one;
  private Deployment two;

  private void deploy(ClassLoader parent) throws ReflectiveOperationException {
    one = new Deployment(parent, agent.functions());
    two = new Deployment(parent, agent.functions());
  }

  /** The server has OpenTelemetry; rocjfr is the applications'. */
  private void deployShared(boolean processor) throws ReflectiveOperationException {
    deploy(Deployment.shared(path -> path.contains("opentelemetry-")));
    one.order("export", processor);
    two.order("export", processor);
  }

  @AfterEach
  void shutDown() {
    one.order("shutdown");
    two.order("shutdown");
  }

  private static List<String> spansIn(String trace) {
    return List.of("hipLaunchKernel " + trace, "gemm " + trace);
  }

  private String request(Deployment application) {
    return (String) application.order("request", (Runnable) agent::launch);
  }

  @Test
  void eachExportsItsOwnRequestsAndOneWhatIsNobodys() throws Exception {
    deploy(ClassLoader.getPlatformClassLoader());
    one.order("export", false);
    two.order("export", false);
    String first = request(one);
    String second = request(two);
    assertThat(two.exported()).isEqualTo(spansIn(second));
    assertThat(one.exported()).isEqualTo(spansIn(first));
    assertThat((String) one.order("counts")).contains("produced=4 exported=2 no_parent=2");
    agent.launch();
    assertThat(one.exported()).hasSize(4);
    assertThat(two.exported()).hasSize(2);
  }

  @Test
  void withASharedApiEachExportsWhatItsOwnSdkBegan() throws Exception {
    deployShared(true);
    String first = request(one);
    String second = request(two);
    assertThat(one.exported()).isEqualTo(spansIn(first));
    assertThat(two.exported()).isEqualTo(spansIn(second));
  }

  @Test
  void withASharedApiWhatMayBeTheOthersIsNotExported() throws Exception {
    deployShared(false);
    request(one);
    request(two);
    assertThat(one.exported()).isEmpty();
    assertThat(two.exported()).isEmpty();
    assertThat((String) two.order("counts")).contains("no_parent=4");
    one.order("shutdown");
    assertThat(two.exported()).isEmpty();
    assertThat(spansIn(request(two))).isEqualTo(two.exported());
  }

  /** It was undeployed, and has not shut its SDK down. */
  @Test
  void whoseLoaderIsClosedHasLeft() throws Exception {
    deployShared(false);
    one.close();
    while (two.exported().isEmpty()) {
      request(two);
    }
    agent.launch(); // nobody's
    assertThat(two.exported()).hasSizeGreaterThanOrEqualTo(4);
  }
}
