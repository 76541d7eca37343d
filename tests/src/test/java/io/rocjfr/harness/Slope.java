// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.util.List;

/**
 * The straight line through measured points by least squares.
 *
 * @param slope of the line, in units of y for one unit of x
 * @param error the standard error of the slope, as if the points' deviations were independent
 */
public record Slope(double slope, double error) {
  /** A point of it. */
  public record Point(double x, double y) {}

  /** Of at least three points with different x. */
  public static Slope of(List<Point> points) {
    if (points.size() < 3) {
      throw new IllegalArgumentException(points.size() + " points make no line");
    }
    double x = points.stream().mapToDouble(Point::x).average().orElseThrow();
    double y = points.stream().mapToDouble(Point::y).average().orElseThrow();
    double xx = points.stream().mapToDouble(p -> (p.x - x) * (p.x - x)).sum();
    double xy = points.stream().mapToDouble(p -> (p.x - x) * (p.y - y)).sum();
    double slope = xy / xx;
    double rest =
        points.stream()
            .mapToDouble(p -> p.y - y - slope * (p.x - x))
            .map(deviation -> deviation * deviation)
            .sum();
    return new Slope(slope, Math.sqrt(rest / (points.size() - 2) / xx));
  }
}
