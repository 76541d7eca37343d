-- Copyright 2026 The rocjfr authors.
-- SPDX-License-Identifier: Apache-2.0
--
-- AMD's schema of profiles in SQLite (rocpd), version 3.0: its tables and columns, so that rocpd and Optiq read what we
-- write. @uuid and @guid are the file's own.

CREATE TABLE "rocpd_metadata@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "tag" TEXT NOT NULL,
  "value" TEXT NOT NULL
);

CREATE TABLE "rocpd_string@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "string" TEXT NOT NULL UNIQUE ON CONFLICT ABORT
);

CREATE TABLE "rocpd_info_node@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "hash" BIGINT NOT NULL UNIQUE,
  "machine_id" TEXT NOT NULL UNIQUE,
  "system_name" TEXT,
  "hostname" TEXT,
  "release" TEXT,
  "version" TEXT,
  "hardware_name" TEXT,
  "domain_name" TEXT
);

CREATE TABLE "rocpd_info_process@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "ppid" INTEGER,
  "pid" INTEGER NOT NULL,
  "init" BIGINT,
  "fini" BIGINT,
  "start" BIGINT,
  "end" BIGINT,
  "command" TEXT,
  "environment" JSONB DEFAULT "{}" NOT NULL,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_thread@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "ppid" INTEGER,
  "pid" INTEGER NOT NULL,
  "tid" INTEGER NOT NULL,
  "name" TEXT,
  "start" BIGINT,
  "end" BIGINT,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_agent@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "type" TEXT CHECK ("type" IN ('CPU', 'GPU')),
  "absolute_index" INTEGER,
  "logical_index" INTEGER,
  "type_index" INTEGER,
  "uuid" INTEGER,
  "name" TEXT,
  "model_name" TEXT,
  "vendor_name" TEXT,
  "product_name" TEXT,
  "user_name" TEXT,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_queue@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "name" TEXT,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_stream@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "name" TEXT,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_pmc@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "agent_id" INTEGER,
  "target_arch" TEXT CHECK ("target_arch" IN ('CPU', 'GPU')),
  "event_code" INT,
  "instance_id" INTEGER,
  "name" TEXT NOT NULL,
  "symbol" TEXT NOT NULL,
  "description" TEXT,
  "long_description" TEXT DEFAULT "",
  "component" TEXT,
  "units" TEXT DEFAULT "",
  "value_type" TEXT CHECK ("value_type" IN ('ABS', 'ACCUM', 'RELATIVE')),
  "block" TEXT,
  "expression" TEXT,
  "is_constant" INTEGER,
  "is_derived" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_code_object@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "agent_id" INTEGER,
  "uri" TEXT,
  "load_base" BIGINT,
  "load_size" BIGINT,
  "load_delta" BIGINT,
  "storage_type" TEXT CHECK ("storage_type" IN ('FILE', 'MEMORY')),
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_info_kernel_symbol@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "code_object_id" INTEGER NOT NULL,
  "kernel_name" TEXT,
  "display_name" TEXT,
  "kernel_object" INTEGER,
  "kernarg_segment_size" INTEGER,
  "kernarg_segment_alignment" INTEGER,
  "group_segment_size" INTEGER,
  "private_segment_size" INTEGER,
  "sgpr_count" INTEGER,
  "arch_vgpr_count" INTEGER,
  "accum_vgpr_count" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("code_object_id") REFERENCES "rocpd_info_code_object@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_track@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER,
  "tid" INTEGER,
  "name_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("tid") REFERENCES "rocpd_info_thread@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("name_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_event@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "category_id" INTEGER,
  "stack_id" INTEGER,
  "parent_stack_id" INTEGER,
  "correlation_id" INTEGER,
  "call_stack" JSONB DEFAULT "{}" NOT NULL,
  "line_info" JSONB DEFAULT "{}" NOT NULL,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("category_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_arg@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "event_id" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "type" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "value" TEXT,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_pmc_event@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "event_id" INTEGER,
  "pmc_id" INTEGER NOT NULL,
  "value" REAL DEFAULT 0.0,
  "extdata" JSONB DEFAULT "{}",
  FOREIGN KEY ("pmc_id") REFERENCES "rocpd_info_pmc@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_region@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "tid" INTEGER NOT NULL,
  "start" BIGINT NOT NULL,
  "end" BIGINT NOT NULL,
  "name_id" INTEGER NOT NULL,
  "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("tid") REFERENCES "rocpd_info_thread@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("name_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_sample@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "track_id" INTEGER NOT NULL,
  "timestamp" BIGINT NOT NULL,
  "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("track_id") REFERENCES "rocpd_track@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_kernel_dispatch@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "tid" INTEGER,
  "agent_id" INTEGER NOT NULL,
  "kernel_id" INTEGER NOT NULL,
  "dispatch_id" INTEGER NOT NULL,
  "queue_id" INTEGER NOT NULL,
  "stream_id" INTEGER NOT NULL,
  "start" BIGINT NOT NULL,
  "end" BIGINT NOT NULL,
  "private_segment_size" INTEGER,
  "group_segment_size" INTEGER,
  "workgroup_size_x" INTEGER NOT NULL,
  "workgroup_size_y" INTEGER NOT NULL,
  "workgroup_size_z" INTEGER NOT NULL,
  "grid_size_x" INTEGER NOT NULL,
  "grid_size_y" INTEGER NOT NULL,
  "grid_size_z" INTEGER NOT NULL,
  "region_name_id" INTEGER,
  "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("tid") REFERENCES "rocpd_info_thread@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("kernel_id") REFERENCES "rocpd_info_kernel_symbol@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("queue_id") REFERENCES "rocpd_info_queue@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("stream_id") REFERENCES "rocpd_info_stream@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("region_name_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_memory_copy@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "tid" INTEGER,
  "start" BIGINT NOT NULL,
  "end" BIGINT NOT NULL,
  "name_id" INTEGER NOT NULL,
  "dst_agent_id" INTEGER,
  "dst_address" INTEGER,
  "src_agent_id" INTEGER,
  "src_address" INTEGER,
  "size" INTEGER NOT NULL,
  "queue_id" INTEGER,
  "stream_id" INTEGER,
  "region_name_id" INTEGER,
  "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("tid") REFERENCES "rocpd_info_thread@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("name_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("dst_agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("src_agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("queue_id") REFERENCES "rocpd_info_queue@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("stream_id") REFERENCES "rocpd_info_stream@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("region_name_id") REFERENCES "rocpd_string@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE TABLE "rocpd_memory_allocate@uuid" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "guid" TEXT DEFAULT "@guid" NOT NULL,
  "nid" INTEGER NOT NULL,
  "pid" INTEGER NOT NULL,
  "tid" INTEGER,
  "agent_id" INTEGER,
  "type" TEXT CHECK ("type" IN ('ALLOC', 'FREE', 'REALLOC', 'RECLAIM')),
  "level" TEXT CHECK ("level" IN ('REAL', 'VIRTUAL', 'SCRATCH')),
  "start" BIGINT NOT NULL,
  "end" BIGINT NOT NULL,
  "address" INTEGER,
  "size" INTEGER NOT NULL,
  "queue_id" INTEGER,
  "stream_id" INTEGER,
  "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{}" NOT NULL,
  FOREIGN KEY ("nid") REFERENCES "rocpd_info_node@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("pid") REFERENCES "rocpd_info_process@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("tid") REFERENCES "rocpd_info_thread@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("agent_id") REFERENCES "rocpd_info_agent@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("queue_id") REFERENCES "rocpd_info_queue@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("stream_id") REFERENCES "rocpd_info_stream@uuid" ("id") ON UPDATE CASCADE,
  FOREIGN KEY ("event_id") REFERENCES "rocpd_event@uuid" ("id") ON UPDATE CASCADE
);

CREATE VIEW "rocpd_metadata" AS SELECT * FROM "rocpd_metadata@uuid";
CREATE VIEW "rocpd_string" AS SELECT * FROM "rocpd_string@uuid";
CREATE VIEW "rocpd_info_node" AS SELECT * FROM "rocpd_info_node@uuid";
CREATE VIEW "rocpd_info_process" AS SELECT * FROM "rocpd_info_process@uuid";
CREATE VIEW "rocpd_info_thread" AS SELECT * FROM "rocpd_info_thread@uuid";
CREATE VIEW "rocpd_info_agent" AS SELECT * FROM "rocpd_info_agent@uuid";
CREATE VIEW "rocpd_info_queue" AS SELECT * FROM "rocpd_info_queue@uuid";
CREATE VIEW "rocpd_info_stream" AS SELECT * FROM "rocpd_info_stream@uuid";
CREATE VIEW "rocpd_info_pmc" AS SELECT * FROM "rocpd_info_pmc@uuid";
CREATE VIEW "rocpd_info_code_object" AS SELECT * FROM "rocpd_info_code_object@uuid";
CREATE VIEW "rocpd_info_kernel_symbol" AS SELECT * FROM "rocpd_info_kernel_symbol@uuid";
CREATE VIEW "rocpd_track" AS SELECT * FROM "rocpd_track@uuid";
CREATE VIEW "rocpd_event" AS SELECT * FROM "rocpd_event@uuid";
CREATE VIEW "rocpd_arg" AS SELECT * FROM "rocpd_arg@uuid";
CREATE VIEW "rocpd_pmc_event" AS SELECT * FROM "rocpd_pmc_event@uuid";
CREATE VIEW "rocpd_region" AS SELECT * FROM "rocpd_region@uuid";
CREATE VIEW "rocpd_sample" AS SELECT * FROM "rocpd_sample@uuid";
CREATE VIEW "rocpd_kernel_dispatch" AS SELECT * FROM "rocpd_kernel_dispatch@uuid";
CREATE VIEW "rocpd_memory_copy" AS SELECT * FROM "rocpd_memory_copy@uuid";
CREATE VIEW "rocpd_memory_allocate" AS SELECT * FROM "rocpd_memory_allocate@uuid";

-- Joined, with the columns that rocpd's own views of these names have.
CREATE VIEW "regions" AS
SELECT R.id, R.guid, C.string AS category, N.string AS name, R.nid, P.pid, T.tid, R.start, R.end,
  R.end - R.start AS duration, R.event_id, E.stack_id, E.parent_stack_id, E.correlation_id AS corr_id,
  E.extdata, E.call_stack, E.line_info
FROM "rocpd_region" R
JOIN "rocpd_event" E ON E.id = R.event_id
JOIN "rocpd_string" N ON N.id = R.name_id
LEFT JOIN "rocpd_string" C ON C.id = E.category_id
JOIN "rocpd_info_process" P ON P.id = R.pid
JOIN "rocpd_info_thread" T ON T.id = R.tid;

CREATE VIEW "kernels" AS
SELECT K.id, K.guid, T.tid, C.string AS category, G.string AS region, S.display_name AS name, K.nid, P.pid,
  A.absolute_index AS agent_abs_index, A.logical_index AS agent_log_index, A.type_index AS agent_type_index,
  A.type AS agent_type, S.code_object_id, K.kernel_id, K.dispatch_id, K.stream_id, K.queue_id, Q.name AS queue,
  ST.name AS stream, K.start, K.end, K.end - K.start AS duration, K.grid_size_x AS grid_x,
  K.grid_size_y AS grid_y, K.grid_size_z AS grid_z, K.workgroup_size_x AS workgroup_x,
  K.workgroup_size_y AS workgroup_y, K.workgroup_size_z AS workgroup_z, K.group_segment_size AS lds_size,
  K.private_segment_size AS scratch_size, E.stack_id, E.parent_stack_id, E.correlation_id AS corr_id
FROM "rocpd_kernel_dispatch" K
JOIN "rocpd_info_agent" A ON A.id = K.agent_id
JOIN "rocpd_event" E ON E.id = K.event_id
LEFT JOIN "rocpd_string" C ON C.id = E.category_id
LEFT JOIN "rocpd_string" G ON G.id = K.region_name_id
JOIN "rocpd_info_kernel_symbol" S ON S.id = K.kernel_id
JOIN "rocpd_info_stream" ST ON ST.id = K.stream_id
JOIN "rocpd_info_queue" Q ON Q.id = K.queue_id
JOIN "rocpd_info_process" P ON P.id = K.pid
JOIN "rocpd_info_thread" T ON T.id = K.tid;

CREATE VIEW "memory_copies" AS
SELECT M.id, M.guid, C.string AS category, M.nid, P.pid, T.tid, M.start, M.end, M.end - M.start AS duration,
  N.string AS name, G.string AS region_name, M.stream_id, M.queue_id, ST.name AS stream_name,
  Q.name AS queue_name, M.size, D.name AS dst_device, D.absolute_index AS dst_agent_abs_index,
  D.logical_index AS dst_agent_log_index, D.type_index AS dst_agent_type_index, D.type AS dst_agent_type,
  M.dst_address, F.name AS src_device, F.absolute_index AS src_agent_abs_index,
  F.logical_index AS src_agent_log_index, F.type_index AS src_agent_type_index, F.type AS src_agent_type,
  M.src_address, E.stack_id, E.parent_stack_id, E.correlation_id AS corr_id
FROM "rocpd_memory_copy" M
JOIN "rocpd_string" N ON N.id = M.name_id
LEFT JOIN "rocpd_string" G ON G.id = M.region_name_id
JOIN "rocpd_info_agent" D ON D.id = M.dst_agent_id
JOIN "rocpd_info_agent" F ON F.id = M.src_agent_id
LEFT JOIN "rocpd_info_queue" Q ON Q.id = M.queue_id
LEFT JOIN "rocpd_info_stream" ST ON ST.id = M.stream_id
JOIN "rocpd_event" E ON E.id = M.event_id
LEFT JOIN "rocpd_string" C ON C.id = E.category_id
JOIN "rocpd_info_process" P ON P.id = M.pid
JOIN "rocpd_info_thread" T ON T.id = M.tid;

INSERT INTO "rocpd_metadata@uuid" ("tag", "value")
VALUES ('schema_version', '3'), ('uuid', '@uuid'), ('guid', '@guid');
