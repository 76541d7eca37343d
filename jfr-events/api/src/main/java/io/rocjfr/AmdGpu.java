// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The files in which the driver amdgpu tells of one GPU. */
final class AmdGpu {
  private static final String VENDOR = "0x1002";
  private static final Pattern PCI_ADDRESS =
      Pattern.compile("\\p{XDigit}{4,}:\\p{XDigit}{2}:\\p{XDigit}{2}\\.\\p{XDigit}");

  /** A number that is not told. */
  private static final long NONE = Long.MIN_VALUE;

  private final Path device;
  private final int agentId;

  /** Files of the sensors by what they measure; by the driver's own labels, not by numbers. */
  private final Map<String, Path> sensors = new TreeMap<>();

  private AmdGpu(Path device, int agentId) {
    this.device = device;
    this.agentId = agentId;
  }

  /** The GPU of this folder, null if it is none of AMD's. */
  static AmdGpu of(Path device, DriverNodes nodes) {
    String place = device.getFileName().toString();
    if (!PCI_ADDRESS.matcher(place).matches() || !VENDOR.equals(text(device.resolve("vendor")))) {
      return null;
    }
    AmdGpu gpu = new AmdGpu(device, nodes.at(place));
    gpu.findSensors();
    return gpu;
  }

  String pciAddress() {
    return device.getFileName().toString();
  }

  private void findSensors() {
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(device.resolve("hwmon"), "hwmon*")) {
      for (Path folder : folders) {
        if (!"amdgpu".equals(text(folder.resolve("name")))) {
          continue;
        }
        // The average where there is one, as in all but the newest.
        for (String power : new String[] {"power1_input", "power1_average"}) {
          if (Files.exists(folder.resolve(power))) {
            sensors.put("power", folder.resolve(power));
          }
        }
        findLabelled(folder, "temp");
        findLabelled(folder, "freq");
        // Before labels, there was the one at the edge.
        sensors.computeIfAbsent(
            "temp edge",
            unused -> {
              boolean unlabelled =
                  Files.exists(folder.resolve("temp1_input"))
                      && Files.notExists(folder.resolve("temp1_label"));
              return unlabelled ? folder.resolve("temp1_input") : null;
            });
      }
    } catch (IOException e) {
      // It has none.
    }
  }

  private void findLabelled(Path folder, String kind) throws IOException {
    try (DirectoryStream<Path> labels = Files.newDirectoryStream(folder, kind + "*_label")) {
      for (Path label : labels) {
        String file = label.getFileName().toString();
        String text = text(label);
        if (text != null) {
          sensors.putIfAbsent(
              kind + " " + text,
              folder.resolve(file.substring(0, file.lastIndexOf('_')) + "_input"));
        }
      }
    }
  }

  /** What it says now; null if nothing, or if it sleeps. */
  GpuReading read() {
    if ("suspended".equals(text(device.resolve("power/runtime_status")))) {
      return null;
    }
    long busy = number(device.resolve("gpu_busy_percent"));
    long memoryBusy = number(device.resolve("mem_busy_percent"));
    long used = number(device.resolve("mem_info_vram_used"));
    long total = number(device.resolve("mem_info_vram_total"));
    long power = sensor("power");
    long edge = sensor("temp edge");
    long junction = sensor("temp junction");
    long memory = sensor("temp mem");
    long clock = sensor("freq sclk");
    long memoryClock = sensor("freq mclk");
    boolean silent =
        busy == NONE
            && memoryBusy == NONE
            && used == NONE
            && total == NONE
            && power == NONE
            && edge == NONE
            && junction == NONE
            && memory == NONE
            && clock == NONE
            && memoryClock == NONE;
    return silent
        ? null
        : new GpuReading(
            pciAddress(),
            agentId,
            scaled(busy, 100),
            scaled(memoryBusy, 100),
            whole(used),
            whole(total),
            scaled(power, 1e6),
            scaled(edge, 1e3),
            scaled(junction, 1e3),
            scaled(memory, 1e3),
            whole(clock),
            whole(memoryClock));
  }

  private long sensor(String name) {
    Path file = sensors.get(name);
    return file == null ? NONE : number(file);
  }

  private static double scaled(long value, double unit) {
    return value == NONE ? Double.NaN : value / unit;
  }

  private static long whole(long value) {
    return value == NONE ? -1 : value;
  }

  private static long number(Path file) {
    String text = text(file);
    try {
      return text == null ? NONE : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return NONE;
    }
  }

  /** What a file holds; null where there is none, or where the device does not answer. */
  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
