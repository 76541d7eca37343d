// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What the report of JMC's core says of a recording, run as its users run it. */
public final class JmcReport {
  private static final String MAIN = "org.openjdk.jmc.flightrecorder.rules.report.JfrRulesReport";

  /**
   * What one rule said.
   *
   * @param score as JMC prints it, empty where there is none
   */
  public record Result(String severity, String score, String summary) {}

  private JmcReport() {}

  /**
   * Of each recording what the rules said, by their ids. JMC leaves out those that are not
   * applicable.
   */
  public static Map<Path, SortedMap<String, Result>> of(Jdk jdk, Path... recordings) {
    List<String> arguments = new ArrayList<>(List.of("-cp"));
    arguments.add(Product.figures() + ":" + Product.jmcRules() + ":" + Product.jmcCore());
    arguments.addAll(List.of(MAIN, "-verbose", "-min", "ok"));
    for (Path recording : recordings) {
      arguments.add(recording.toString());
    }
    Program.Finished run =
        new Jvm(jdk).withoutGpu().run(arguments.toArray(String[]::new)).expectStatus(0);
    Element all = parse(run);
    if (all.getElementsByTagName("error").getLength() > 0) {
      throw new AssertionError("a recording was not read, or a rule failed\n" + run);
    }
    NodeList reports = all.getElementsByTagName("report");
    Map<Path, SortedMap<String, Result>> results = new HashMap<>();
    for (int i = 0; i < reports.getLength(); i++) {
      Element report = (Element) reports.item(i);
      results.put(Path.of(text(report, "file")), results(report));
    }
    return results;
  }

  private static SortedMap<String, Result> results(Element report) {
    SortedMap<String, Result> results = new TreeMap<>();
    NodeList rules = report.getElementsByTagName("rule");
    for (int i = 0; i < rules.getLength(); i++) {
      Element rule = (Element) rules.item(i);
      results.put(
          text(rule, "id"),
          new Result(text(rule, "severity"), text(rule, "score"), text(rule, "summary")));
    }
    return results;
  }

  private static Element parse(Program.Finished report) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(report.outText())))
          .getDocumentElement();
    } catch (Exception e) {
      throw new AssertionError("no report in XML\n" + report, e);
    }
  }

  private static String text(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }
}
