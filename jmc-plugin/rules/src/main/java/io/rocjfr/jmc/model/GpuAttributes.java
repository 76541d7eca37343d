// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static org.openjdk.jmc.common.item.Attribute.attr;

import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * The fields of the events, with the content types that JMC derives for them: an int is a number
 * that can be summed up, a long without annotation a raw one, as ids should be.
 */
public final class GpuAttributes {
  public static final IAttribute<String> FUNCTION =
      attr("function", "Function", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> RESULT = attr("result", "Result", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> KERNEL = attr("kernel", "Kernel", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> DIRECTION =
      attr("direction", "Direction", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> MESSAGE =
      attr("message", "Message", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<IQuantity> BYTES = attr("bytes", "Bytes", UnitLookup.MEMORY);
  public static final IAttribute<IQuantity> DEVICE = attr("device", "Device", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> AGENT_ID =
      attr("agentId", "Agent Id", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> STREAM = attr("stream", "Stream", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> DEPTH = attr("depth", "Depth", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> DEVICES = attr("devices", "Devices", UnitLookup.NUMBER);
  public static final IAttribute<Number> QUEUE = attr("queue", "Queue", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> RANGE_ID =
      attr("rangeId", "Range Id", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> CORRELATION_ID =
      attr("correlationId", "Correlation Id", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> EXTERNAL_ID =
      attr("externalId", "External Id", UnitLookup.RAW_NUMBER);
  public static final IAttribute<String> SPAN_ID = attr("spanId", "Span Id", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> GPU_NAME =
      attr("deviceName", "Device Name", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> API = attr("api", "API", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<Boolean> TIMED = attr("timed", "Timed", UnitLookup.FLAG);
  public static final IAttribute<Number> OS_THREAD_ID =
      attr("osThreadId", "OS Thread Id", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> JAVA_THREAD_ID =
      attr("javaThreadId", "Java Thread Id", UnitLookup.RAW_NUMBER);
  public static final IAttribute<String> THREAD_NAME =
      attr("threadName", "Thread Name", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<IMCThread> THREAD = attr("thread", "Thread", UnitLookup.THREAD);
  public static final IAttribute<String> DOMAIN = attr("domain", "Domain", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> CAUSE = attr("cause", "Cause", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<Number> COUNT = attr("count", "Count", UnitLookup.RAW_NUMBER);
  public static final IAttribute<String> KIND = attr("kind", "Kind", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<IQuantity> WEIGHT = attr("weight", "Weight", UnitLookup.NUMBER);
  public static final IAttribute<String> EVENT = attr("event", "Event", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<IQuantity> REFUSED_WEIGHT =
      attr("refusedWeight", "Refused Weight", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> GRID_X = attr("gridX", "Grid X", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> GRID_Y = attr("gridY", "Grid Y", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> GRID_Z = attr("gridZ", "Grid Z", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> WORKGROUP_X =
      attr("workgroupX", "Workgroup X", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> WORKGROUP_Y =
      attr("workgroupY", "Workgroup Y", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> WORKGROUP_Z =
      attr("workgroupZ", "Workgroup Z", UnitLookup.NUMBER);
  public static final IAttribute<String> PCI_ADDRESS =
      attr("pciAddress", "PCI Address", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<IQuantity> BUSY = attr("busy", "Busy", UnitLookup.PERCENTAGE);
  public static final IAttribute<IQuantity> MEMORY_USED =
      attr("memoryUsed", "Memory Used", UnitLookup.MEMORY);
  public static final IAttribute<IQuantity> MEMORY_TOTAL =
      attr("memoryTotal", "Memory Total", UnitLookup.MEMORY);
  public static final IAttribute<IQuantity> POWER = attr("power", "Power (W)", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> EDGE_TEMPERATURE =
      attr("edgeTemperature", "Edge Temperature (\u00b0C)", UnitLookup.NUMBER);
  public static final IAttribute<IQuantity> JUNCTION_TEMPERATURE =
      attr("junctionTemperature", "Junction Temperature (\u00b0C)", UnitLookup.NUMBER);
  public static final IAttribute<String> STATE = attr("state", "State", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> OTHER_TOOLS =
      attr("otherTools", "Other Tools", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> OPENCL = attr("openCl", "OpenCL", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<String> NOT_SEEN =
      attr("notSeen", "Not Seen", UnitLookup.PLAIN_TEXT);
  public static final IAttribute<Number> IN_FLIGHT =
      attr("inFlight", "Work In Flight", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> PENDING_BUSY =
      attr("pendingBusy", "Pending, Stream Busy", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> PENDING_FINISHED =
      attr("pendingFinished", "Pending, Finished", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> PENDING_UNASKED =
      attr("pendingUnasked", "Pending, Not Asked", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Number> LOOK = attr("look", "Look", UnitLookup.RAW_NUMBER);
  public static final IAttribute<Boolean> CHUNK_END =
      attr("chunkEnd", "At the End of a Chunk", UnitLookup.FLAG);
  public static final IAttribute<Boolean> SINGLE = attr("single", "Single", UnitLookup.FLAG);
  public static final IAttribute<Number> PROCESS_KEY =
      attr("processKey", "Process Key", UnitLookup.RAW_NUMBER);

  private GpuAttributes() {}
}
