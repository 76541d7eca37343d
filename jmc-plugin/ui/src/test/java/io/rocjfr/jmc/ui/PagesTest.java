// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.rules.Topics;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IDataPageFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The definitions of the pages fit JMC's extension point, our classes and the real events. */
class PagesTest {
  /** In the states of pages. */
  private static final List<String> LISTS = List.of("list", "ranges", "calls", "work");

  private final Element plugin = xml("/plugin.xml");
  private final Element pages = xml("/pages.xml");

  @Test
  void theExtensionHasFactoriesAndPages() throws Exception {
    Element extension = children(plugin, "extension").get(0);
    assertThat(extension.getAttribute("point"))
        .isEqualTo("org.openjdk.jmc.flightrecorder.ui.datapage");
    assertThat(all(extension, "factory")).hasSize(9);
    for (Element factory : all(extension, "factory")) {
      Object made = Class.forName(factory.getAttribute("class")).getConstructor().newInstance();
      assertThat(made).isInstanceOf(IDataPageFactory.class);
    }
    Element definition = children(extension, "pages").get(0);
    assertThat(definition.getAttribute("file")).isEqualTo("pages.xml");
    assertThat(definition.getAttribute("weight"))
        .as("behind JMC's own, by letters")
        .isGreaterThan("100");
  }

  @Test
  void pagesHaveIdsOfTheirOwnAndKnownFactories() {
    List<String> factories =
        all(plugin, "factory").stream().map(factory -> factory.getAttribute("id")).toList();
    List<Element> defined = all(pages, "page");
    assertThat(defined).hasSize(9);
    assertThat(defined).extracting(page -> page.getAttribute("id")).doesNotHaveDuplicates();
    assertThat(defined).extracting(page -> page.getAttribute("factory")).isSubsetOf(factories);
    assertThat(children(pages, "page")).as("one group").hasSize(1);
    assertThat(defined).allSatisfy(page -> assertThat(children(page, "state")).hasSize(1));
  }

  @Test
  void eachTopicIsClaimedOnce() throws Exception {
    Map<String, Integer> claims = new TreeMap<>();
    for (Element topic : all(pages, "topic")) {
      claims.merge(topic.getAttribute("value"), 1, Integer::sum);
    }
    for (Element factory : all(plugin, "factory")) {
      IDataPageFactory made =
          Class.forName(factory.getAttribute("class"))
              .asSubclass(IDataPageFactory.class)
              .getConstructor()
              .newInstance();
      assertThat(made.getName(null)).isNotBlank();
      for (String topic : made.getTopics(null)) {
        claims.merge(topic, 1, Integer::sum);
      }
    }
    assertThat(claims.keySet()).containsExactlyInAnyOrder(Topics.all());
    assertThat(claims.values()).allMatch(count -> count == 1);
  }

  @Test
  void listsHaveTheFieldsOfTheEvents() {
    Set<String> fields = new TreeSet<>();
    // JMC's lists know columns by the field alone; with another id all are hidden.
    for (Set<String> ofType : RealEvents.fields().values()) {
      ofType.forEach(field -> fields.add(field.substring(0, field.indexOf(':'))));
    }
    fields.add(JfrAttributes.EVENT_TYPE.getIdentifier());
    fields.add(EventList.SITE);
    int lists = 0;
    for (Element page : all(pages, "page")) {
      Element state = children(page, "state").get(0);
      for (String name : LISTS) {
        for (Element list : children(state, name)) {
          assertThat(columns(list)).isNotEmpty().isSubsetOf(fields);
          lists++;
        }
      }
    }
    assertThat(lists)
        .as("kernels, copies, three of calls, ranges; correlated ranges, calls and work")
        .isEqualTo(9);
  }

  /** JMC hides the columns that a page's state does not name. */
  @Test
  void listsOfCallsShowWhatTheyReturned() {
    List<List<String>> calls = new ArrayList<>();
    for (String name : LISTS) {
      for (Element list : all(pages, name)) {
        if (columns(list).contains("function")) {
          calls.add(columns(list));
        }
      }
    }
    assertThat(calls).as("by function, by thread, waiting, correlated").hasSize(4);
    assertThat(calls).allSatisfy(columns -> assertThat(columns).contains("result"));
  }

  @Test
  void tablesAreSortedByAColumnThatTheyHave() {
    List<Element> tables = new ArrayList<>();
    LISTS.forEach(name -> tables.addAll(all(pages, name)));
    assertThat(tables).hasSize(9);
    for (Element table : tables) {
      assertThat(children(table, "column"))
          .extracting(column -> column.getAttribute("id"))
          .contains(table.getAttribute("sortColumn"))
          .doesNotHaveDuplicates();
    }
  }

  private static List<String> columns(Element table) {
    return children(table, "column").stream().map(column -> column.getAttribute("id")).toList();
  }

  private static List<Element> all(Element parent, String name) {
    return elements(parent.getElementsByTagName(name));
  }

  private static List<Element> children(Element parent, String name) {
    return elements(parent.getChildNodes()).stream()
        .filter(child -> child.getTagName().equals(name))
        .toList();
  }

  private static List<Element> elements(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static Element xml(String resource) {
    // The rules' jar has a plugin.xml, too.
    String place = PagesTest.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (InputStream in =
        java.nio.file.Files.newInputStream(
            java.nio.file.Path.of(place).resolveSibling("classes" + resource))) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(in)
          .getDocumentElement();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
