// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledWork;

/** Makes graphs of stacks that tests name. */
public final class GraphMaker {
  private final StackTree tree = new StackTree();
  private final FlameGraph graph = new FlameGraph(Quantity.KERNELS, tree);

  /**
   * Adds a kernel.
   *
   * @param nanos how long it ran
   * @param methods that asked for it, the outermost first; none: it is not known
   */
  public GraphMaker add(String kernel, long nanos, String... methods) {
    int node = StackTree.ROOT;
    for (String method : methods) {
      node = tree.child(node, new Frame(Frame.Kind.JAVA, method, 0));
    }
    graph.add(methods.length == 0 ? -1 : node, kernel, nanos, 1, SampledWork.Basis.NONE);
    return this;
  }

  public FlameGraph graph() {
    return graph;
  }
}
