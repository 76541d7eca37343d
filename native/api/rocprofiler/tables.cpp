// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tables.h"

#include <cstring>
#include <mutex>
#include <vector>

#include "base/leaky_singleton.h"
#include "base/user_code.h"
#include "core_link.h"
#include "roctx_tables.h"
#include "thread.h"

namespace rocjfr::sdk {
namespace {

struct Asked {
  rocprofiler_intercept_library_cb_t callback;
  int libs;
  void* data;
};
struct All {
  std::mutex mutex;
  std::vector<Asked> asked;
};
All& TheAll() {
  return LeakySingleton<All>();
}

// roctx registers three, which tools get one by one.
struct Table {
  const char* library;
  uint64_t place;
  rocprofiler_intercept_table_t type;
};
constexpr Table kTables[] = {{"hsa", 0, ROCPROFILER_HSA_TABLE},
                             {"hip", 0, ROCPROFILER_HIP_RUNTIME_TABLE},
                             {"hip_compiler", 0, ROCPROFILER_HIP_COMPILER_TABLE},
                             {"roctx", 0, ROCPROFILER_MARKER_CORE_TABLE},
                             {"roctx", 1, ROCPROFILER_MARKER_CONTROL_TABLE},
                             {"roctx", 2, ROCPROFILER_MARKER_NAME_TABLE},
                             {"rccl", 0, ROCPROFILER_RCCL_TABLE},
                             {"rocdecode", 0, ROCPROFILER_ROCDECODE_TABLE},
                             {"rocjpeg", 0, ROCPROFILER_ROCJPEG_TABLE}};

// A copy, since they are called without the lock.
std::vector<Asked> WhoAsked() {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  return all.asked;
}

void Hand(const Asked& to, rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance,
          void* table) {
  const InUserCode in(CurrentThread());
  CallUser([&] { to.callback(type, version, instance, &table, 1, to.data); },
           [] { TellThrown("a callback of rocprofiler_at_intercept_table_registration"); });
}

}  // namespace

bool AskForTables(rocprofiler_intercept_library_cb_t callback, int libs, void* data) noexcept {
  All& all = TheAll();
  std::lock_guard<std::mutex> lock(all.mutex);
  try {
    all.asked.push_back({callback, libs, data});
    return true;
  } catch (...) {
    return false;
  }
}

void TablesRegistered(const char* name, uint64_t version, uint64_t instance, void** tables,
                      uint64_t count) {
  if (name == nullptr || tables == nullptr) return;
  // First: what a tool puts there calls what is there.
  if (strcmp(name, "roctx") == 0) FollowRoctxTables(tables, count);
  for (const Table& table : kTables) {
    if (strcmp(name, table.library) != 0 || table.place >= count) continue;
    for (const Asked& one : WhoAsked()) {
      if ((one.libs & table.type) == 0) continue;
      Hand(one, table.type, version, instance, tables[table.place]);
    }
  }
}

}  // namespace rocjfr::sdk
