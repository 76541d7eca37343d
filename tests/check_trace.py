#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""check_trace.py FILE.pftrace: reads a trace by the schema that Perfetto publishes (pip install perfetto).

Prints what it holds; ends with 1 if there is anything that the schema does not know.
"""
import sys
from collections import Counter

from google.protobuf import unknown_fields
from google.protobuf.message import Message
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

SLICE_BEGIN = 1


def unknown(message):
    """How many fields of a message, and of those within it, have unknown numbers."""
    count = len(unknown_fields.UnknownFieldSet(message))
    for field, value in message.ListFields():
        if field.message_type:
            for one in [value] if isinstance(value, Message) else value:
                count += unknown(one)
    return count


def main():
    with open(sys.argv[1], "rb") as file:
        trace = perfetto_trace_pb2.Trace.FromString(file.read())
    packets, slices, categories = Counter(), Counter(), {}
    for packet in trace.packet:
        for category in packet.interned_data.event_categories:
            categories[category.iid] = category.name
        packets[packet.WhichOneof("data")] += 1
        if packet.HasField("track_event") and packet.track_event.type == SLICE_BEGIN:
            slices[categories[packet.track_event.category_iids[0]]] += 1
    strange = unknown(trace)
    print("packets:", dict(packets))
    print("slices:", dict(slices))
    print("unknown fields:", strange)
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
