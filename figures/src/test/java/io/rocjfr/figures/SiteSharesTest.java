// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SiteSharesTest {
  @Test
  void anExactTotalIsSplitByTheSamples() {
    SiteShares shares = new SiteShares(false);
    shares.addSite(1, "a", 10);
    shares.addSite(2, "b", 30);
    shares.addWork("kernel", 1, 1, 100);
    shares.addWork("kernel", 1, 2, 100);
    shares.addWork("kernel", 1, 3, 1800); // not sampled, and long
    assertThat(shares.nanos().get("a")).isEqualTo(500);
    assertThat(shares.nanos().get("b")).isEqualTo(1500);
    assertThat(shares.nanos()).hasSize(2);
  }

  @Test
  void whatMayHaveNoSiteIsLeft() {
    SiteShares shares = new SiteShares(true);
    shares.addSite(1, "a", 1);
    shares.addWork("kernel", 1, 1, 100);
    shares.addWork("kernel", 1, 2, 100);
    shares.addWork("other", 1, 3, 50);
    assertThat(shares.nanos().get("a")).isEqualTo(100);
    assertThat(shares.nanos().get(SiteShares.UNKNOWN)).isEqualTo(150);
  }

  @Test
  void eachPieceOfAGraphCounts() {
    SiteShares shares = new SiteShares(false);
    shares.addSite(1, "graph", 1);
    shares.addSite(2, "plain", 1);
    for (int i = 0; i < 3; i++) {
      shares.addWork("kernel", 1, 1, 10);
    }
    shares.addWork("kernel", 1, 2, 10);
    assertThat(shares.nanos().get("graph")).isEqualTo(30);
    assertThat(shares.nanos().get("plain")).isEqualTo(10);
  }

  /** Whatever is picked of whatever work: what the sites have is all of it, to the nanosecond. */
  @Test
  void sharesAddUpToTheTotal() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      SiteShares shares = new SiteShares(random.nextBoolean());
      long total = 0;
      int rate = 1 + random.nextInt(20);
      for (int id = 1; id <= 1 + random.nextInt(200); id++) {
        if (random.nextInt(rate) == 0) {
          shares.addSite(id, "site " + random.nextInt(7), rate);
        }
        long nanos = random.nextInt(1 + random.nextInt(1_000_000));
        total += nanos;
        shares.addWork(random.nextInt(3), 1, id, nanos);
      }
      assertThat(shares.nanos().values().stream().mapToLong(Long::longValue).sum())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(total);
    }
  }
}
