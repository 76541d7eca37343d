// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clients.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>

#include "base/exit.h"
#include "base/leaky_singleton.h"
#include "code_objects.h"
#include "contexts.h"
#include "core_link.h"
#include "lifecycle.h"
#include "runtimes.h"

namespace rocjfr::sdk {
namespace {

// How long a tool that ends may wait for callbacks that do not return. (Of an exit: ExitWait.)
constexpr uint32_t kLongestFlushMs = 5000;

struct Client {
  explicit Client(uint32_t number, std::string found_in)
      : index(number), where(std::move(found_in)) {}
  const uint32_t index;
  const std::string where;
  rocprofiler_client_id_t id = {sizeof(rocprofiler_client_id_t), nullptr, index + 1};
  rocprofiler_tool_configure_result_t tool = {};
  std::atomic<bool> finalized{false};
};

struct Clients {
  std::mutex mutex;
  std::deque<Client> all;  // never freed: tools keep pointers to their ids
};
Clients& TheClients() {
  return LeakySingleton<Clients>();
}

std::atomic<int> g_init{0}, g_fini{0};
// The client for which the calling thread configures; kAllClients: none.
thread_local uint32_t t_client = kAllClients;
thread_local bool t_late = false;

Client& AddClient(const std::string& where) {
  Clients& clients = TheClients();
  std::lock_guard<std::mutex> lock(clients.mutex);
  return clients.all.emplace_back(static_cast<uint32_t>(clients.all.size()), where);
}

std::vector<Client*> AllClients() {
  Clients& clients = TheClients();
  std::lock_guard<std::mutex> lock(clients.mutex);
  std::vector<Client*> all;
  for (Client& client : clients.all) all.push_back(&client);
  return all;
}

void FinalizeClient(Client& client) noexcept {
  if (client.finalized.exchange(true)) return;
  StopContexts(client.index);
  Thread* thread = CurrentThread();
  if (thread != nullptr) UnloadCodeObjects(*thread, client.index);
  // Else the process exits, and static objects that the callbacks use may be gone.
  EndDrains(client.index);
  if (!Buffer::OnlyWhenAsked()) FlushBuffers(client.index, kLongestFlushMs);
  SilenceContexts(client.index);
  if (thread != nullptr && !thread->InCallback()) AwaitServiceCallbacks();
  if (client.tool.finalize != nullptr) {
    try {
      client.tool.finalize(client.tool.tool_data);
    } catch (...) {
      TellThrown("the finalize function of tool " + client.where);
    }
  }
  TellUntoldDrops(client.index);  // it may have flushed
}

void FinalizeOne(rocprofiler_client_id_t id) {
  try {
    for (Client* client : AllClients()) {
      if (client->id.handle == id.handle) FinalizeClient(*client);
    }
  } catch (...) {
  }
}

void Configure(const FoundTool& found, uint32_t priority) {
  Client& client = AddClient(found.name);
  const rocprofiler_tool_configure_result_t* result = nullptr;
  t_client = client.index;
  try {
    result = found.configure(ROCPROFILER_VERSION, ROCPROFILER_VERSION_STRING, priority, &client.id);
  } catch (...) {
    TellThrown("rocprofiler_configure of " + found.name);
  }
  t_client = kAllClients;
  if (result == nullptr) {
    RemoveContexts(client.index);
    client.finalized.store(true);
    return;
  }
  // A tool has all fields of the first version, also where it forgot to say so.
  if (result->size < sizeof(client.tool)) {
    TellProblem(("tool " + client.where + ": the size of its rocprofiler_tool_configure_result_t " +
                 "is " + std::to_string(result->size) + " instead of " +
                 std::to_string(sizeof(client.tool)) + ". The tool is used anyway")
                    .c_str());
  }
  client.tool = *result;
}

void InitializeClient(Client& client, rocprofiler_client_finalize_t finalize) {
  if (client.finalized.load() || client.tool.initialize == nullptr) return;
  int failed = -1;
  t_client = client.index;
  try {
    failed = client.tool.initialize(finalize, client.tool.tool_data);
  } catch (...) {
    TellThrown("the initialize function of tool " + client.where);
  }
  t_client = kAllClients;
  if (failed == 0) return;
  TellProblem(("tool " + client.where + ": its initialize function failed (" +
               std::to_string(failed) +
               "). Its contexts are removed, and the tool is not"
               " called again")
                  .c_str());
  RemoveContexts(client.index);
  client.finalized.store(true);
}

}  // namespace

int InitStatus() noexcept {
  return g_init.load();
}
int FiniStatus() noexcept {
  return g_fini.load();
}

bool MayConfigure() noexcept {
  return g_fini.load() == 0 && (t_late || g_init.load() == -1);
}

bool MayMakeThreads() noexcept {
  return MayConfigure() || (g_fini.load() == 0 && g_init.load() == 0);
}

uint32_t ConfiguringClient() noexcept {
  return t_client == kAllClients ? 0 : t_client;
}

bool Initialize(rocprofiler_configure_func_t first) noexcept {
  int not_yet = 0;
  if (Forked() || !g_init.compare_exchange_strong(not_yet, -1)) return false;
  FinishAtExit();
  try {
    if (const char* problem = ConnectCore()) TellProblem(problem);
    uint32_t priority = 0;
    for (const FoundTool& tool : FindTools(first)) Configure(tool, priority++);
    const std::vector<Client*> clients = AllClients();
    for (Client* client : clients) {
      InitializeClient(*client, clients.size() == 1 ? [](rocprofiler_client_id_t) { Finalize(); }
                                                    : &FinalizeOne);
    }
  } catch (...) {
    TellProblem("no memory for the configuration of tools");
  }
  DeliverAtExit();
  g_init.store(1);
  return true;
}

void DeliverAll() noexcept {
  if (Forked() || g_fini.load() != 0) return;
  LookForUntraced();  // what came after the contexts started
  LookForUnregisteredRoctx();
  if (const Thread* thread = CurrentThread()) WaitForWorkInFlightAtExit(*thread);
  {
    const ExitWait wait;
    FlushBuffers(kAllClients, wait.LeftMs());
  }
  Buffer::CallOnlyWhenAsked(CurrentThread());
}

void Finalize() noexcept {
  int not_yet = 0;
  if (Forked() || !g_fini.compare_exchange_strong(not_yet, -1)) return;
  if (const Thread* thread = CurrentThread()) WaitForWorkInFlightAtExit(*thread);
  try {
    for (Client* client : AllClients()) FinalizeClient(*client);
  } catch (...) {
  }
  g_fini.store(1);
}

bool BeginLateConfiguration() noexcept {
  if (Forked() || t_late || g_fini.load() != 0) return false;
  try {
    // One for all, however often they configure.
    static const uint32_t embedded = AddClient("(embedded)").index;
    t_client = embedded;
  } catch (...) {
    return false;
  }
  FinishAtExit();
  DeliverAtExit();
  t_late = true;
  return true;
}

void EndLateConfiguration() noexcept {
  t_late = false;
  t_client = kAllClients;
}

}  // namespace rocjfr::sdk
