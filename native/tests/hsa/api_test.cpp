// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA_API: callbacks with arguments, and records.
#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <thread>

#include "hsa_fixture.h"
#include "releases.h"
#include "softgpu.h"

namespace rocjfr::test {
namespace {

class HsaApi : public HsaProgram, public testing::WithParamInterface<const char*> {
 protected:
  void EnableAll() {
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_API, &Told::OnCall, &told_));
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  }
  void DisableAll() {
    EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_API));
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  }
  void DoThings() const {
    for (int i = 0; i < 7; ++i) {
      hsa_signal_t signal = Signal(i);
      hsa_signal_store_screlease(signal, 5);
      hsa_signal_destroy(signal);
    }
    void* memory = nullptr;
    HSA_OK(hsa_amd_memory_pool_allocate(gpu_pool_, 4096, 0, &memory));
    HSA_OK(hsa_amd_agents_allow_access(1, &gpu_, nullptr, memory));
    HSA_OK(hsa_amd_memory_pool_free(memory));
    EXPECT_NE(hsa_amd_memory_pool_free(&memory), HSA_STATUS_SUCCESS) << "fails, and is a call";
    bool result = false;
    HSA_OK(hsa_amd_memory_pool_can_migrate(gpu_pool_, cpu_pool_, &result));
  }
  const std::map<std::string, int> expected_ = {{"hsa_signal_create", 7},
                                                {"hsa_signal_store_screlease", 7},
                                                {"hsa_signal_destroy", 7},
                                                {"hsa_amd_memory_pool_allocate", 1},
                                                {"hsa_amd_agents_allow_access", 1},
                                                {"hsa_amd_memory_pool_free", 2},
                                                {"hsa_amd_memory_pool_can_migrate", 1}};
};
INSTANTIATE_TEST_SUITE_P(Rocm, HsaApi,
                         testing::Values("5.2", "5.5", "5.6", "6.0", "6.1", "6.2", "6.3", "6.4",
                                         "7.2"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_P(HsaApi, EveryCallOnce) {
  const Probe probe;
  collector_.Open();
  EnableAll();  // before HSA is there
  DisableAll();
  Begin(GetParam());
  ASSERT_EQ(Info().state, uint32_t{ROCJFR_HSA_READY}) << Info().message;
  EnableAll();
  std::map<std::string, int64_t> before;
  for (const auto& [name, count] : expected_) before[name] = probe.Calls(name.c_str());
  roctracer_timestamp_t first = 0, last = 0;
  EXPECT_OK(roctracer_get_timestamp(&first));
  DoThings();
  EXPECT_OK(roctracer_get_timestamp(&last));
  DisableAll();
  EXPECT_EQ(probe.Foreign(), 0u) << "the tables are as they were";
  DoThings();
  EXPECT_OK(roctracer_close_pool());

  EXPECT_EQ(told_.enters, expected_);
  EXPECT_EQ(told_.exits, expected_);
  const auto records = collector_.Records(kHsaApi);
  EXPECT_EQ(Names(records), expected_) << "nothing of our own";
  for (const auto& [name, count] : expected_) {
    EXPECT_EQ(probe.Calls(name.c_str()) - before[name], 2 * count) << name;
  }
  std::set<uint64_t> ids;
  for (const Kept& kept : records) {
    const activity_record_t& record = kept.record;
    EXPECT_TRUE(ids.insert(record.correlation_id).second);
    EXPECT_EQ(record.kind, 0u);
    EXPECT_EQ(record.process_id, static_cast<uint32_t>(getpid()));
    EXPECT_EQ(record.thread_id, static_cast<uint32_t>(gettid()));
    EXPECT_LE(first, record.begin_ns);
    EXPECT_LE(record.begin_ns, record.end_ns);
    EXPECT_LE(record.end_ns, last);
  }
}

// As in AMD's header of the release; with the functions' own order of arguments.
TEST_P(HsaApi, NumbersAreThoseOfTheRelease) {
  Begin(GetParam());
  uint32_t op = 0, kind = 1, place = 0;
  EXPECT_OK(roctracer_op_code(ACTIVITY_DOMAIN_HSA_API, "hsa_init", &op, &kind));
  EXPECT_EQ(op, 0u);
  EXPECT_EQ(kind, 0u);
  for (uint32_t number = 0; number < rocjfr_hsa_functions(); ++number) {
    rocjfr_hsa_function_t function;
    ASSERT_EQ(rocjfr_hsa_function(number, &function), ROCJFR_STATUS_SUCCESS);
    if (function.table == ROCJFR_HSA_FINALIZER_EXT) continue;
    if (function.since > Info().bytes[function.table]) {
      EXPECT_EQ(roctracer_op_code(ACTIVITY_DOMAIN_HSA_API, function.name, &op, nullptr), -3);
      EXPECT_EQ(function.place, UINT32_MAX);
      continue;
    }
    EXPECT_OK(roctracer_op_code(ACTIVITY_DOMAIN_HSA_API, function.name, &op, nullptr));
    EXPECT_EQ(op, place++) << function.name;
    EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HSA_API, op, 0), function.name);
  }
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HSA_API, place, 0), "unknown");
  EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HSA_API, place, &Told::OnCall, &told_));
  EXPECT_FAILS(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HSA_API, place + 1, &Told::OnCall, &told_), -3,
      "roctracer_enable_op_callback(), invalid argument");
}

class HsaCalls : public HsaProgram {};

struct Seen {
  hsa_api_data_t enter, exit;
  uint64_t word_at_exit = 0;
  std::string text;
};

// Of a program that is compiled with the headers of the release that runs.
TEST_F(HsaCalls, ArgumentsResultsAndTheKeptWord) {
  Begin("5.2");
  Seen seen = {};
  ASSERT_OK(roctracer_enable_op_callback(
      ACTIVITY_DOMAIN_HSA_API, HSA_API_ID_hsa_amd_memory_pool_allocate,
      [](uint32_t domain, uint32_t op, const void* data, void* arg) {
        EXPECT_EQ(domain, kHsaApi);
        EXPECT_EQ(op, uint32_t{HSA_API_ID_hsa_amd_memory_pool_allocate});
        auto* to = static_cast<Seen*>(arg);
        const auto* call = static_cast<const hsa_api_data_t*>(data);
        if (call->phase == ACTIVITY_API_PHASE_ENTER) {
          to->enter = *call;
          *call->phase_data = 0xABCD;
        } else {
          to->exit = *call;
          to->word_at_exit = *call->phase_data;
          std::ostringstream text;
          text << hsa_api_data_pair_t(op, *call);
          to->text = text.str();
        }
      },
      &seen));
  void* memory = nullptr;
  HSA_OK(hsa_amd_memory_pool_allocate(gpu_pool_, 12345, 0, &memory));
  EXPECT_NE(seen.enter.correlation_id, 0u);
  EXPECT_EQ(seen.exit.correlation_id, seen.enter.correlation_id);
  for (const hsa_api_data_t* data : {&seen.enter, &seen.exit}) {
    const auto& args = data->args.hsa_amd_memory_pool_allocate;
    EXPECT_EQ(args.memory_pool.handle, gpu_pool_.handle);
    EXPECT_EQ(args.size, 12345u);
    EXPECT_EQ(args.flags, 0u);
    EXPECT_EQ(args.ptr, &memory);
  }
  EXPECT_EQ(seen.exit.hsa_status_t_retval, HSA_STATUS_SUCCESS);
  EXPECT_EQ(seen.word_at_exit, 0xABCDu);
  EXPECT_EQ(seen.text.find("hsa_amd_memory_pool_allocate({handle="), 0u) << seen.text;
  EXPECT_NE(seen.text.find(", 12345, 0, 0x"), std::string::npos) << seen.text;
  HSA_OK(hsa_amd_memory_pool_free(memory));
}

TEST_F(HsaCalls, ResultsOfAllKinds) {
  Begin("5.2");
  static uint64_t loaded, waited, index;
  ASSERT_OK(roctracer_enable_domain_callback(
      ACTIVITY_DOMAIN_HSA_API,
      [](uint32_t, uint32_t op, const void* data, void*) {
        const auto* call = static_cast<const hsa_api_data_t*>(data);
        if (call->phase == ACTIVITY_API_PHASE_ENTER) return;
        if (op == HSA_API_ID_hsa_signal_load_relaxed) {
          loaded = static_cast<uint64_t>(call->hsa_signal_value_t_retval);
        }
        if (op == HSA_API_ID_hsa_amd_signal_wait_any) waited = call->uint32_t_retval + 1;
        if (op == HSA_API_ID_hsa_queue_load_read_index_relaxed) index = call->uint64_t_retval + 1;
      },
      nullptr));
  hsa_signal_t signal = Signal(-77);
  EXPECT_EQ(hsa_signal_load_relaxed(signal), -77);
  EXPECT_EQ(loaded, static_cast<uint64_t>(-77));
  hsa_signal_condition_t condition = HSA_SIGNAL_CONDITION_LT;
  hsa_signal_value_t value = 0;
  EXPECT_EQ(
      hsa_amd_signal_wait_any(1, &signal, &condition, &value, 1000, HSA_WAIT_STATE_BLOCKED, &value),
      0u);
  EXPECT_EQ(waited, 1u);
  hsa_queue_t* queue = nullptr;
  HSA_OK(hsa_queue_create(gpu_, 64, HSA_QUEUE_TYPE_SINGLE, nullptr, nullptr, 0, 0, &queue));
  EXPECT_EQ(hsa_queue_load_read_index_relaxed(queue), 0u);
  EXPECT_EQ(index, 1u);
  HSA_OK(hsa_queue_destroy(queue));
  hsa_signal_destroy(signal);
}

// Enabled by the numbers of a release that runs only later.
TEST_F(HsaCalls, EnabledBeforeHsaStarts) {
  collector_.Open();
  // Ids are those of the release whose headers the program was compiled with.
  const auto headers = std::find_if(std::begin(softgpu::kReleases), std::end(softgpu::kReleases),
                                    [](const softgpu::Release& release) {
                                      return release.amd_bytes == ROCTRACER_HSA_AMD_EXT_BYTES;
                                    });
  ASSERT_NE(headers, std::end(softgpu::kReleases));
  setenv("SOFTGPU_ROCM", headers->name, 1);
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HSA_API,
                                         HSA_API_ID_hsa_amd_agent_memory_pool_get_info));
  Begin();
  uint32_t access = 0;
  HSA_OK(hsa_amd_agent_memory_pool_get_info(gpu_, gpu_pool_, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS,
                                            &access));
  EXPECT_OK(roctracer_close_pool());
  const std::map<std::string, int> expected = {{"hsa_amd_agent_memory_pool_get_info", 1}};
  EXPECT_EQ(Names(collector_.Records()), expected);
}

TEST_F(HsaCalls, ExternalIdsComeBeforeTheirCall) {
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  roctracer_activity_push_external_correlation_id(4711);
  hsa_signal_destroy(Signal(1));
  roctracer_activity_pop_external_correlation_id(nullptr);
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector_.Records();
  ASSERT_EQ(records.size(), 4u);
  for (size_t i = 0; i < 4; i += 2) {
    EXPECT_EQ(records[i].record.domain, uint32_t{ACTIVITY_DOMAIN_EXT_API});
    EXPECT_EQ(records[i].record.external_id, 4711u);
    EXPECT_EQ(records[i].record.correlation_id, records[i + 1].record.correlation_id);
    EXPECT_EQ(records[i + 1].record.domain, kHsaApi);
  }
}

// Each of a few threads switches tracing on and off while the others call; at the end the tables
// are as before.
TEST_F(HsaCalls, StartAndStopUnderLoad) {
  const Probe probe;
  Begin();
  collector_.Open();
  constexpr int kThreads = 4, kTimes = 50;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  std::atomic<uint64_t> calls{0};
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        hsa_signal_destroy(Signal(1));
        calls += 2;
      }
    });
  }
  for (int i = 0; i < kTimes; ++i) {
    EXPECT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_API, &Told::OnCall, &told_));
    EXPECT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
    const uint64_t then = calls;
    while (calls < then + 20) std::this_thread::yield();
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
    EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_API));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(probe.Foreign(), 0u);
  EXPECT_GT(collector_.Count(), 0u);
}

TEST_F(HsaCalls, UnknownTablesAreDeclined) {
  testing::internal::CaptureStderr();
  Begin("unknown");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "nobody has asked for HSA";
  const rocjfr_hsa_info_t info = Info();
  EXPECT_EQ(info.state, uint32_t{ROCJFR_HSA_UNKNOWN});
  EXPECT_NE(std::string(info.message).find("table amd_ext (version 2, 640 bytes)"),
            std::string::npos)
      << info.message;
  collector_.Open();
  EXPECT_EQ(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_API, &Told::OnCall, &told_),
            ROCTRACER_STATUS_ERROR);
  EXPECT_EQ(ErrorText(), std::string("roctracer_enable_domain_callback(), ") + info.message + "\n");
  hsa_signal_destroy(Signal(1));
}

TEST_F(HsaCalls, UnknownTablesAreToldWhereTheyAreWanted) {
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  testing::internal::CaptureStderr();
  Begin("unknown");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            std::string("rocjfr: ") + Info().message + "\n");
}

// As where rocprofiler-register lets no old tool in.
TEST_F(HsaCalls, TooLateIsSaid) {
  setenv("SOFTGPU_TOOLS", "registered", 1);
  Begin();
  EXPECT_EQ(Info().state, uint32_t{ROCJFR_HSA_TOO_LATE});
  collector_.Open();
  EXPECT_EQ(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API), ROCTRACER_STATUS_ERROR);
  EXPECT_NE(ErrorText().find("HSA was initialised before"), std::string::npos) << ErrorText();
  EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1));
}

TEST_F(HsaCalls, HsaMayEndAndStartAgain) {
  const Probe probe;
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  for (int i = 0; i < 3; ++i) {
    Begin(i == 1 ? "5.2" : "7.2");
    hsa_signal_destroy(Signal(1));
    HSA_OK(hsa_shut_down());
    EXPECT_EQ(Info().state, uint32_t{ROCJFR_HSA_NOT_STARTED});
  }
  EXPECT_OK(roctracer_close_pool());
  std::map<std::string, int> names = Names(collector_.Records());
  EXPECT_EQ(names["hsa_signal_create"], 3);
  EXPECT_EQ(names["hsa_signal_destroy"], 3);
  EXPECT_EQ(names["hsa_iterate_agents"], 3);
  EXPECT_EQ(names.count("hsa_shut_down"), 0u) << "HSA ends within it: as with AMD's library";
  uint32_t unloads = 0;
  EXPECT_EQ(probe.Loads(&unloads), 3u);
  EXPECT_EQ(unloads, 3u);
}

// What was recorded before the machine slept keeps its times, whenever it is handed over.
TEST_F(HsaCalls, ASuspendDoesNotMoveWhatWasBefore) {
  constexpr uint64_t kHour = 3600000000000;
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  const hsa_signal_t signal = Signal(1);
  roctracer_timestamp_t before = 0;
  EXPECT_OK(roctracer_get_timestamp(&before));
  hsa_signal_load_relaxed(signal);
  const auto suspend =
      reinterpret_cast<decltype(&softgpu_suspend)>(dlsym(RTLD_DEFAULT, "softgpu_suspend"));
  ASSERT_NE(suspend, nullptr);
  ASSERT_EQ(suspend(kHour), 0);
  // Until the clocks are compared again: each millisecond, by the clock that stands still
  // meanwhile.
  roctracer_timestamp_t after = before;
  while (after - before < kHour) EXPECT_OK(roctracer_get_timestamp(&after));
  hsa_signal_destroy(signal);
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  EXPECT_OK(roctracer_close_pool());
  for (const Kept& kept : collector_.Records(kHsaApi)) {
    const std::string name =
        roctracer_op_string(ACTIVITY_DOMAIN_HSA_API, kept.record.op, kept.record.kind);
    EXPECT_EQ(kept.record.queue_id, 0u);
    if (name == "hsa_signal_load_relaxed") {
      EXPECT_GE(kept.record.begin_ns, before);
      EXPECT_LT(kept.record.end_ns, before + kHour);
    } else if (name == "hsa_signal_destroy") {
      EXPECT_GE(kept.record.begin_ns, after);
    }
  }
}

// It is HSA's thread that calls handlers: the callback may be waiting for it.
class HsaHandlers : public HsaProgram {
 protected:
  void Enable() {
    collector_.in_callback = [&] {
      while (!finished_) std::this_thread::yield();
    };
    collector_.properties().buffer_size = 0x1000;
    collector_.Open();
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  }
  static bool Handler(hsa_signal_value_t, void* data) {
    auto* self = static_cast<HsaHandlers*>(data);
    for (int i = 0; i < kCalls; ++i) hsa_signal_load_relaxed(self->signal_);
    self->finished_ = true;
    return false;
  }
  void Register() {
    signal_ = Signal(1);
    HSA_OK(hsa_amd_signal_async_handler(signal_, HSA_SIGNAL_CONDITION_LT, 1, &Handler, this));
  }
  void CallInIt() {
    for (int i = 0; i < kBefore; ++i) hsa_signal_load_relaxed(signal_);  // the callback begins
    hsa_signal_store_screlease(signal_, 0);
    while (!finished_) std::this_thread::yield();
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(Names(collector_.Records(kHsaApi))["hsa_signal_load_relaxed"], kBefore + kCalls);
  }
  static constexpr int kBefore = 200, kCalls = 20000;  // more than a thread's ring holds
  hsa_signal_t signal_ = {0};
  std::atomic<bool> finished_{false};
};

TEST_F(HsaHandlers, ABufferCallbackMayWaitForThem) {
  Begin();
  Enable();
  Register();
  CallInIt();
}

TEST_F(HsaHandlers, AlsoWhereHsaStartsWhileItIsTraced) {
  Enable();
  Begin();
  Register();
  CallInIt();
}

TEST_F(HsaHandlers, AlsoWhereTheyWereThereBeforeItIsTraced) {
  Begin();
  Register();
  Enable();
  CallInIt();
}

}  // namespace
}  // namespace rocjfr::test
