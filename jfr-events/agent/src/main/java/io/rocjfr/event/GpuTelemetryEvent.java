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
@Description(
    "Load, memory, temperature and clock rate of a GPU of this machine, for all its" + " processes")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("1 s")
public final class GpuTelemetryEvent extends Event {
  @Label("PCI Address")
  @Description("The address of the GPU on the PCI bus: domain, bus, device, function")
  public String pciAddress;

  @Label("Device")
  @Description("The HIP ordinal of the device, -1 if unknown or if HIP does not use it")
  public int device;

  @Label("Agent Id")
  @Description("The HSA agent: the driver node of the device, -1 if unknown")
  public int agentId;

  @Label("Busy")
  @Description("The recent share of time in which any part of the GPU worked. NaN if unknown")
  @Percentage
  public float busy;

  @Label("Memory Busy")
  @Description("The recent share of time in which the memory controller worked. NaN if unknown")
  @Percentage
  public float memoryBusy;

  @Label("Memory Used")
  @Description("The device's memory that all processes use. -1 if unknown")
  @DataAmount
  public long memoryUsed;

  @Label("Memory Total")
  @Description("The size of the device's memory. -1 if unknown")
  @DataAmount
  public long memoryTotal;

  @Label("Power (W)")
  @Description("The power that the device consumes, in watts. NaN if unknown")
  public float power;

  @Label("Edge Temperature (°C)")
  @Description("The temperature at the edge of the chip. NaN if unknown")
  public float edgeTemperature;

  @Label("Junction Temperature (°C)")
  @Description("The temperature at the hottest place of the chip. NaN if unknown")
  public float junctionTemperature;

  @Label("Memory Temperature (°C)")
  @Description("The temperature of the device's memory. NaN if unknown")
  public float memoryTemperature;

  @Label("Graphics Clock")
  @Description("The clock rate of the cores that run kernels. -1 if unknown")
  @Frequency
  public long graphicsClock;

  @Label("Memory Clock")
  @Description("The clock rate of the device's memory. -1 if unknown")
  @Frequency
  public long memoryClock;
}
