// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SiteSharesTest {
  @Test
  void anExactTotalIsSplitByTheSamples() {
    SiteShares shares = new SiteShares(false);
    shares.addSite(1, "a", 10);
    shares.addSite(2, "b", 30);
    shares.addWork("kernel", 1, 100);
    shares.addWork("kernel", 2, 100);
    shares.addWork("kernel", 3, 1800); // not sampled, and long
    assertThat(shares.nanos().get("a")).isCloseTo(500, within(1e-6));
    assertThat(shares.nanos().get("b")).isCloseTo(1500, within(1e-6));
    assertThat(shares.nanos()).hasSize(2);
  }

  @Test
  void whatMayHaveNoSiteIsLeft() {
    SiteShares shares = new SiteShares(true);
    shares.addSite(1, "a", 1);
    shares.addWork("kernel", 1, 100);
    shares.addWork("kernel", 2, 100);
    shares.addWork("other", 3, 50);
    assertThat(shares.nanos().get("a")).isCloseTo(100, within(1e-6));
    assertThat(shares.nanos().get(SiteShares.UNKNOWN)).isCloseTo(150, within(1e-6));
  }

  @Test
  void eachPieceOfAGraphCounts() {
    SiteShares shares = new SiteShares(false);
    shares.addSite(1, "graph", 1);
    shares.addSite(2, "plain", 1);
    for (int i = 0; i < 3; i++) {
      shares.addWork("kernel", 1, 10);
    }
    shares.addWork("kernel", 2, 10);
    assertThat(shares.nanos().get("graph")).isCloseTo(30, within(1e-6));
    assertThat(shares.nanos().get("plain")).isCloseTo(10, within(1e-6));
  }
}
