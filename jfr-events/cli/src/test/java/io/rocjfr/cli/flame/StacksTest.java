// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which frames are left out, and how the others are called. */
class StacksTest {
  @Test
  void textIsReadInnermostFirst() {
    StackTree tree = new StackTree();
    int node =
        new Stacks(tree, true, false)
            .node(
                """
                app.Cache.fill(Cache.java:17)
                app.Main$$Lambda$782+0x00007f3d841a6750.832687745.get(Unknown Source)
                app.Main$$Lambda.0x000076c1b4001000.run(Unknown Source)
                app.Test.copies a buffer(T.kt:5)
                app.Main.main(Main.java:4)
                """);
    assertThat(tree.path(node))
        .extracting(Frame::label)
        .containsExactly(
            "app.Main.main:4",
            "app.Test.copies a buffer:5",
            "app.Main$$Lambda.run",
            "app.Main$$Lambda.get",
            "app.Cache.fill:17");
    assertThat(new Stacks(tree, true, false).node("\n")).isEqualTo(-1);
  }

  /** What is too deep for a full tree is cut at its inner end; what is there stays. */
  @Test
  void theTreeIsBounded() {
    StackTree tree = new StackTree(3);
    int one = tree.child(StackTree.ROOT, Frame.work("one"));
    int two = tree.child(one, Frame.work("two"));
    assertThat(tree.child(two, Frame.work("three"))).isEqualTo(two);
    assertThat(tree.child(StackTree.ROOT, Frame.work("one"))).isEqualTo(one);
    assertThat(tree.size()).isEqualTo(3);
  }
}
