// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** How busy, full, hot and fast a GPU of this machine is, whichever processes use it. */
@Name("rocjfr.GpuTelemetry")
@Label("GPU Telemetry")
@Description("How busy, full, hot and fast a GPU of this machine is, whichever processes use it")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("1 s")
public final class GpuTelemetryEvent extends Event {
  @Label("PCI Address")
  @Description("Where the GPU is on the PCI bus: domain, bus, device, function")
  public String pciAddress;

  @Label("Device")
  @Description("The HIP ordinal of the device, -1 if unknown or if HIP does not use it")
  public int device;

  @Label("Agent Id")
  @Description("The HSA agent: the driver node of the device, -1 if unknown")
  public int agentId;

  @Label("Busy")
  @Description("The share of time in which any part of the GPU worked lately; NaN if unknown")
  @Percentage
  public float busy;

  @Label("Memory Busy")
  @Description("The share of time in which the memory controller worked lately; NaN if unknown")
  @Percentage
  public float memoryBusy;

  @Label("Memory Used")
  @Description("The device's memory that all processes together use; -1 if unknown")
  @DataAmount
  public long memoryUsed;

  @Label("Memory Total")
  @Description("The device's memory; -1 if unknown")
  @DataAmount
  public long memoryTotal;

  @Label("Power (W)")
  @Description("The power that the device takes, in watts; NaN if unknown")
  public float power;

  @Label("Edge Temperature (°C)")
  @Description("At the edge of the chip; NaN if unknown")
  public float edgeTemperature;

  @Label("Junction Temperature (°C)")
  @Description("At the hottest place of the chip; NaN if unknown")
  public float junctionTemperature;

  @Label("Memory Temperature (°C)")
  @Description("Of the device's memory; NaN if unknown")
  public float memoryTemperature;

  @Label("Graphics Clock")
  @Description("Of the cores that run kernels; -1 if unknown")
  @Frequency
  public long graphicsClock;

  @Label("Memory Clock")
  @Description("Of the device's memory; -1 if unknown")
  @Frequency
  public long memoryClock;
}
