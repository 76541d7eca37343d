// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that finds rocjfr's API in its parent, as under the agent, and is undeployed. */
class RedeploymentTest {
  private final FakeAgent agent = new FakeAgent();
  private final Map<String, Object> functions = agent.functions();

  private WeakReference<ClassLoader> deploy(ClassLoader parent)
      throws ReflectiveOperationException {
    Deployment deployment = new Deployment(parent, functions);
    assertThat(deployment.order("install")).isEqualTo(true);
    deployment.order("open", "1111111111111111");
    deployment.order("close");
    System.gc(); // nothing goes while it is there
    assertThat(agent.knows(0x1111111111111111L)).isTrue();
    deployment.close();
    return new WeakReference<>(deployment.loader());
  }

  @Test
  @Timeout(1800)
  void itsLoaderGoes() throws Exception {
    ClassLoader parent =
        Deployment.shared(path -> path.contains("rocjfr-api") || path.contains("jfr-events/api/"));
    WeakReference<ClassLoader> loader = deploy(parent);
    while (loader.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(agent.knows(0x1111111111111111L)).isFalse();
  }
}
