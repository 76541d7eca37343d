// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a batch says that its calls returned. */
class CallResultsTest {
  private static final String[] RESULTS = {
    "", "hipErrorOutOfMemory", ActivityBatch.UNKNOWN_RESULT, null, "CL_INVALID_VALUE"
  };

  @Test
  void onlyAKnownErrorIsAFailure() {
    Object[] texts = new Object[RESULTS.length * BatchLayout.TEXTS];
    for (int i = 0; i < RESULTS.length; i++) {
      texts[i * BatchLayout.TEXTS + BatchLayout.NAME] = "name";
      texts[i * BatchLayout.TEXTS + BatchLayout.RESULT] = RESULTS[i];
    }
    ActivityBatch batch =
        new ActivityBatch(new long[RESULTS.length * BatchLayout.WORDS], texts, RESULTS.length);
    List<String> results = new ArrayList<>();
    List<Boolean> failed = new ArrayList<>();
    while (batch.next()) {
      results.add(batch.result());
      failed.add(batch.failed());
    }
    assertThat(results).containsExactly(RESULTS);
    assertThat(failed).containsExactly(false, true, false, false, true);
  }
}
