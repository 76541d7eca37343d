// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "runtimes.h"

#include <dlfcn.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/loaded_library.h"
#include "clients.h"
#include "clock.h"
#include "core_link.h"
#include "lifecycle.h"
#include "records.h"
#include "roctx_tables.h"

namespace rocjfr::sdk {
namespace {

using Runtime = rocprofiler_runtime_initialization_operation_t;

std::atomic<uint32_t> g_told{0};  // as bits
thread_local bool t_hsa_starts = false;

void HsaStarts() {
  if (ToolExpected()) Initialize(nullptr);
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  LookForUntraced();
  RuntimeInitialized(*thread, ROCPROFILER_RUNTIME_INITIALIZATION_HSA);
  // It is HIP that starts HSA, unless the program uses HSA alone.
  if (FindLoadedLibrary("libamdhip64").empty()) return;
  RuntimeInitialized(*thread, ROCPROFILER_RUNTIME_INITIALIZATION_HIP);
}

// Libraries whose calls are not traced, where tools may have asked for them.
struct Untraced {
  Runtime runtime;
  const char* file;
  uint32_t buffer_kind, callback_kind;
  const char* problem;

  bool Wanted() const noexcept {
    return g_active[buffer_kind].Any() || g_active_callbacks[callback_kind].Any();
  }
};
constexpr Untraced kUntraced[] = {
    {ROCPROFILER_RUNTIME_INITIALIZATION_RCCL, "librccl", ROCPROFILER_BUFFER_TRACING_RCCL_API,
     ROCPROFILER_CALLBACK_TRACING_RCCL_API, "RCCL is loaded. Its calls are not traced"},
    {ROCPROFILER_RUNTIME_INITIALIZATION_ROCDECODE, "librocdecode",
     ROCPROFILER_BUFFER_TRACING_ROCDECODE_API, ROCPROFILER_CALLBACK_TRACING_ROCDECODE_API,
     "rocDecode is loaded. Its calls are not traced"},
    {ROCPROFILER_RUNTIME_INITIALIZATION_ROCJPEG, "librocjpeg",
     ROCPROFILER_BUFFER_TRACING_ROCJPEG_API, ROCPROFILER_CALLBACK_TRACING_ROCJPEG_API,
     "rocJPEG is loaded. Its calls are not traced"},
};

// A library has said that it is there: it is told once more that its calls do not come.
void TellAppeared(Runtime runtime) noexcept {
  for (const Untraced& library : kUntraced) {
    if (library.runtime == runtime && library.Wanted()) TellProblem(library.problem);
  }
}

const ActiveServices& CallbackServices() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION];
}
const ActiveServices& BufferServices() noexcept {
  return g_active[ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION];
}

// libNAME.so.5.2.21153 -> 50200; a patch of three and more digits is the number of a build.
uint64_t VersionOf(const std::string& library) {
  const std::string path = FindLoadedLibrary(library.c_str());
  char resolved[PATH_MAX];
  if (path.empty() || realpath(path.c_str(), resolved) == nullptr) return 0;
  const std::string file = resolved;
  const size_t so = file.rfind(".so.");
  unsigned major = 0, minor = 0, patch = 0;
  if (so == std::string::npos ||
      sscanf(file.c_str() + so, ".so.%u.%u.%u", &major, &minor, &patch) < 1) {
    return 0;
  }
  constexpr unsigned kMost = 100;
  return uint64_t{10000} * major + 100 * (minor < kMost ? minor : 0) + (patch < kMost ? patch : 0);
}

uint64_t VersionOf(Runtime runtime) {
  switch (runtime) {
    case ROCPROFILER_RUNTIME_INITIALIZATION_HSA:
      return VersionOf("libhsa-runtime64");
    case ROCPROFILER_RUNTIME_INITIALIZATION_HIP:
      return VersionOf("libamdhip64");
    case ROCPROFILER_RUNTIME_INITIALIZATION_MARKER: {
      const uint64_t version = VersionOf("libroctx64");
      return version != 0 ? version : VersionOf("librocprofiler-sdk-roctx");
    }
    default:
      return 0;
  }
}

void TellCallback(Thread& thread, const Service& service, Runtime runtime, uint64_t version) {
  rocprofiler_callback_tracing_runtime_initialization_data_t data = {sizeof(data), version, 0};
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = service.context->id();
  record.thread_id = thread.id;
  record.kind = ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION;
  record.operation = runtime;
  record.phase = ROCPROFILER_CALLBACK_PHASE_NONE;
  record.payload = &data;
  rocprofiler_user_data_t user_data;
  user_data.value = 0;
  CallTool(thread, service, record, &user_data);
}

}  // namespace

namespace {

// AMD's library of roctx calls us only by rocprofiler-register.
bool AmdsRoctxIsLoaded() {
  const std::string path = FindLoadedLibrary("librocprofiler-sdk-roctx");
  void* handle = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return false;
  const bool ours = dlsym(handle, "rocjfr_roctx_calls_core") != nullptr;
  dlclose(handle);
  return !ours;
}

bool MarkersWanted() noexcept {
  return g_active[ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API].Any() ||
         g_active[ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API].Any();
}

}  // namespace

void LookForUnregisteredRoctx() noexcept {
  try {
    if (RoctxTablesFollowed() || !MarkersWanted() || !AmdsRoctxIsLoaded()) return;
    TellProblem(
        "AMD's librocprofiler-sdk-roctx is loaded, but has not registered its functions. If it"
        " was called, its markers are missing. The environment variable"
        " ROCPROFILER_REGISTER_FORCE_LOAD=1 makes it register");
  } catch (...) {
  }
}

void LookForUntraced() noexcept {
  for (const Untraced& library : kUntraced) {
    try {
      if (library.Wanted() && !FindLoadedLibrary(library.file).empty()) {
        TellProblem(library.problem);
      }
    } catch (...) {
    }
  }
}

void OnHsaStart() {
  t_hsa_starts = true;
  try {
    HsaStarts();
  } catch (...) {
  }
  t_hsa_starts = false;
  LookSoon();
}

bool WithinHsaStart() noexcept {
  return t_hsa_starts;
}

void RuntimeInitialized(Thread& thread, Runtime runtime, uint64_t version) {
  const uint32_t bit = uint32_t{1} << runtime;
  if ((g_told.load(std::memory_order_relaxed) & bit) != 0 || Forked()) return;
  if ((g_told.fetch_or(bit) & bit) != 0) return;
  TellAppeared(runtime);
  if (!BufferServices().Any() && !CallbackServices().Any()) return;
  const Reading reading(&thread);
  try {
    if (version == 0) version = VersionOf(runtime);
  } catch (...) {
  }
  CallbackServices().ForEach([&](const Service& service) {
    if (service.Wants(runtime) && service.context->Active()) {
      TellCallback(thread, service, runtime, version);
    }
  });
  const uint64_t now = RecordClockNs();
  BufferServices().ForEach([&](const Service& service) {
    if (!service.Wants(runtime) || !service.context->Active()) return;
    auto record = Make<rocprofiler_buffer_tracing_runtime_initialization_record_t>(service);
    record.operation = runtime;
    record.thread_id = thread.id;
    record.timestamp = now;
    record.version = version;
    Write(service, thread, Writer::kCaller, record);
  });
}

bool RoctxToInitialize() noexcept {
  return (BufferServices().Any() || CallbackServices().Any()) &&
         (g_told.load(std::memory_order_relaxed) >> ROCPROFILER_RUNTIME_INITIALIZATION_MARKER &
          1) == 0;
}

}  // namespace rocjfr::sdk
