// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program of waits.h: a way to wait is a function of it, a place a set of lanes.
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crew.h"
#include "hip.h"
#include "waits.h"

namespace rocjfr::test {
namespace {

constexpr int kPieces = 200;
constexpr int kNodes = 4;  // of a graph
constexpr int kThreads = 4;
constexpr int kStreams = 256;
constexpr size_t kBytes = 4096;
constexpr unsigned kNonBlocking = 1;

struct NoSuchWay : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A stream, and what its user waits with.
struct Lane {
  Hip::Stream stream = nullptr;
  void* event = nullptr;
  void* graph = nullptr;
  volatile uint32_t* word = nullptr;  // the stream writes the number of the step
  std::atomic<uint32_t> called{0};
  uint32_t step = 0;
};

class Program {
 public:
  using Wait = void (Program::*)(Lane&);
  struct Way {
    const char* name;
    Wait wait;
    const char* function;  // of HIP, which it needs
  };
  static const std::vector<Way>& Ways() {
    static const std::vector<Way> ways = {
        {"events", &Program::ByEvent, "hipEventSynchronize"},
        {"event-queries", &Program::ByEventQueries, "hipEventQuery"},
        {"host-functions", &Program::ByHostFunction, "hipLaunchHostFunc"},
        {"stream-memory-operations", &Program::ByStreamWrite, "hipStreamWriteValue32"},
        {"blocking-copies", &Program::ByCopy, "hipMemcpy"},
        {"nothing", &Program::ByNothing, "hipModuleLaunchKernel"},
        {"stream-queries", &Program::ByStreamQueries, "hipStreamQuery"},
        {"stream-synchronisations", &Program::ByStream, "hipStreamSynchronize"},
    };
    return ways;
  }
  static const std::vector<const char*>& Places() {
    static const std::vector<const char*> places = {"one-stream", "null-stream", "256-streams",
                                                    "graphs", "per-thread"};
    return places;
  }
  // How often memory of a device that is not current is copied to; the device is synchronised then.
  static int CopiesElsewhere(const std::string& way) {
    return way == "1-copy" ? 1 : way == "200-copies" ? kPieces : 0;
  }

  Program(const std::string& way, const std::string& place)
      : elsewhere_(place == "other-device"),
        graphs_(place == "graphs"),
        copies_elsewhere_(CopiesElsewhere(way)),
        crew_(place == "per-thread" ? kThreads : 0) {
    for (const Way& known : Ways()) {
      if (way == known.name) way_ = known;
    }
    if (elsewhere_ != (copies_elsewhere_ != 0) || (way_.wait == nullptr && !elsewhere_)) {
      throw std::runtime_error("no way " + way + " " + place);
    }
    if (way_.wait != nullptr && dlsym(hip_.library(), way_.function) == nullptr) {
      throw NoSuchWay(std::string("no function ") + way_.function);
    }
    hip_.Do("hipInit", 0u);
    device_ = hip_.Malloc(kBytes);
    hip_.Do("hipHostMalloc", &words_, kBytes, 0u);
    hip_.Do("hipHostMalloc", &ended_, sizeof(unsigned), 0u);
    *ended_ = 0;
    static void* const kernel = hip_.Compile(
        "extern \"C\" __global__ void counted(unsigned* ended) { atomicAdd(ended, 1u); }\n",
        "counted");
    kernel_ = kernel;
    MakeLanes(place);
    Submit(1);
    Finish();
    crew_.Do([this](size_t thread) {
      for (Lane* lane : LanesOf(thread)) hip_.Do("hipStreamSynchronize", lane->stream);
    });
    if (elsewhere_) UseOthersMemory();
    hip_.Do("hipDeviceSynchronize");
    if (*ended_ == 0) throw std::runtime_error("kernels do not count: see SOFTGPU_KERNELS");
    launched_ = told_.kernels = *ended_;  // of a vain capture, too
  }

  // Its work has ended, and its threads have.
  ~Program() {
    for (const auto& lane : lanes_) {
      hip_("hipEventDestroy", lane->event);
      const bool own = reinterpret_cast<uintptr_t>(lane->stream) > 2;
      if (own) hip_("hipStreamDestroy", lane->stream);
    }
    hip_("hipFree", device_);
    for (void* memory : {static_cast<void*>(words_), static_cast<void*>(ended_)}) {
      hip_("hipHostFree", memory);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  waits_work_t Run() {
    if (elsewhere_) return CopyElsewhere();
    const size_t each = graphs_ ? kPieces / kNodes : kPieces;
    Submit(lanes_.size() > each ? 2 : static_cast<int>(each / lanes_.size()));
    return Finish();
  }
  void AwaitEnd() const {
    while (__atomic_load_n(ended_, __ATOMIC_ACQUIRE) != launched_.load()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void EndThreads() { crew_.End(); }

 private:
  void UseOthersMemory() {
    int devices = 0;
    hip_.Do("hipGetDeviceCount", &devices);
    if (devices < 2) throw NoSuchWay("one device");
    hip_.Do("hipSetDevice", 1);
    device_ = hip_.Malloc(kBytes);
    hip_.Do("hipSetDevice", 0);
    CopyToDevice();
    hip_.Do("hipSetDevice", 1);
    hip_.Do("hipDeviceSynchronize");
    hip_.Do("hipSetDevice", 0);
  }
  void CopyToDevice() const {
    hip_.Do("hipMemcpy", device_, static_cast<const void*>(host_), kBytes, int{Hip::kHostToDevice});
  }
  waits_work_t CopyElsewhere() const {
    for (int i = 0; i < copies_elsewhere_; ++i) CopyToDevice();
    hip_.Do("hipDeviceSynchronize");
    return {0, static_cast<uint64_t>(copies_elsewhere_)};
  }

  void MakeLanes(const std::string& place) {
    int count = 1;
    if (place == "per-thread") count = kThreads;
    if (place == "256-streams") count = kStreams;
    for (int i = 0; i < count; ++i) {
      lanes_.push_back(std::make_unique<Lane>());
      Lane& lane = *lanes_.back();
      hip_.Do("hipEventCreate", &lane.event);
      lane.word = words_ + i;
      *lane.word = 0;
      if (place == "per-thread") {
        lane.stream = reinterpret_cast<Hip::Stream>(2);  // hipStreamPerThread
      } else if (place != "null-stream") {
        const unsigned flags = i % 2 == 0 ? 0 : kNonBlocking;
        hip_.Do("hipStreamCreateWithFlags", &lane.stream, flags);
      }
    }
    if (graphs_ && !MakeGraph(true) && !MakeGraph(false)) {
      throw NoSuchWay("nothing can be captured");
    }
  }
  // False: the runtime does not capture this. HIP 5.2 has no kernels in graphs, it runs them.
  bool MakeGraph(bool kernels) {
    void *graph = nullptr, *none = nullptr;
    const Hip::Stream captured = hip_.NewStream();
    hip_.Do("hipStreamBeginCapture", captured, 2);
    void** const none_of_them = nullptr;
    void* arguments[] = {&ended_};
    for (int i = 0; i < kNodes; ++i) {
      kernels ? hip_("hipModuleLaunchKernel", kernel_, 1u, 1u, 1u, 64u, 1u, 1u, 0u, captured,
                     static_cast<void**>(arguments), none_of_them)
              : hip_("hipMemsetAsync", device_, 1, kBytes, captured);
    }
    size_t nodes = 0;
    const bool made = hip_("hipStreamEndCapture", captured, &graph) == 0 && graph != nullptr &&
                      hip_("hipGraphGetNodes", graph, none, &nodes) == 0 && nodes == kNodes;
    if (!made) return false;
    hip_.Do("hipGraphInstantiate", &lanes_[0]->graph, graph, none, none, size_t{0});
    graph_of_kernels_ = kernels;
    return true;
  }

  std::vector<Lane*> LanesOf(size_t thread) const {
    std::vector<Lane*> lanes;
    if (lanes_.size() == kThreads) return {lanes_[thread].get()};
    for (const auto& lane : lanes_) lanes.push_back(lane.get());
    return lanes;
  }
  void Submit(int times) {
    crew_.Do([this, times](size_t thread) {
      for (int i = 0; i < times; ++i) {
        for (Lane* lane : LanesOf(thread)) Step(*lane);
      }
    });
  }
  void Step(Lane& lane) {
    ++lane.step;
    if (graphs_) {
      hip_.Do("hipGraphLaunch", lane.graph, lane.stream);
      (graph_of_kernels_ ? launched_ : copies_) += kNodes;
    } else {
      Launch(lane.stream);
    }
    if (way_.wait != nullptr) (this->*way_.wait)(lane);
  }
  void Launch(Hip::Stream stream) {
    void* arguments[] = {&ended_};
    hip_.Launch(kernel_, 1, 64, 0, stream, arguments);
    ++launched_;
  }
  // What was submitted since the last time.
  waits_work_t Finish() {
    // Fills do not count themselves.
    if (graphs_ && !graph_of_kernels_) Launch(lanes_[0]->stream);
    const waits_work_t work = {launched_ - told_.kernels, copies_ - told_.copies};
    told_ = {launched_, copies_};
    return work;
  }

  void ByEvent(Lane& lane) {
    hip_.Do("hipEventRecord", lane.event, lane.stream);
    hip_.Do("hipEventSynchronize", lane.event);
  }
  void ByEventQueries(Lane& lane) {
    hip_.Do("hipEventRecord", lane.event, lane.stream);
    while (hip_("hipEventQuery", lane.event) != 0) std::this_thread::yield();
  }
  void ByHostFunction(Lane& lane) {
    void (*const call)(void*) = [](void* called) {
      static_cast<std::atomic<uint32_t>*>(called)->fetch_add(1);
    };
    hip_.Do("hipLaunchHostFunc", lane.stream, call, static_cast<void*>(&lane.called));
    while (lane.called.load() != lane.step) std::this_thread::yield();
  }
  void ByStreamWrite(Lane& lane) {
    hip_.Do("hipStreamWriteValue32", lane.stream,
            static_cast<void*>(const_cast<uint32_t*>(lane.word)), lane.step, 0u);
    while (*lane.word != lane.step) std::this_thread::yield();
    if (hip_.Version() < 50300000) ++copies_;  // as HIP 5.2 reports it
  }
  void ByCopy(Lane&) {
    char host[kBytes];
    hip_.Do("hipMemcpy", static_cast<void*>(host), static_cast<const void*>(device_), kBytes,
            int{Hip::kDeviceToHost});
    ++copies_;
  }
  void ByNothing(Lane&) {}
  void ByStreamQueries(Lane& lane) {
    while (hip_("hipStreamQuery", lane.stream) != 0) std::this_thread::yield();
  }
  void ByStream(Lane& lane) { hip_.Do("hipStreamSynchronize", lane.stream); }

  const bool elsewhere_, graphs_;
  const int copies_elsewhere_;
  Way way_ = {};
  Hip hip_;
  void *kernel_ = nullptr, *device_ = nullptr;
  uint32_t* words_ = nullptr;
  unsigned* ended_ = nullptr;  // how many kernels have
  bool graph_of_kernels_ = true;
  std::atomic<uint64_t> launched_{0}, copies_{0};
  waits_work_t told_ = {};
  char host_[kBytes] = {};
  std::vector<std::unique_ptr<Lane>> lanes_;
  Crew crew_;
};

Program* g_program = nullptr;  // the last one lives as long as the process, as its threads do
std::string g_why;

template <typename Body>
int Try(const Body& body) {
  try {
    body();
    return 0;
  } catch (const NoSuchWay& e) {
    g_why = e.what();
    return WAITS_NONE;
  } catch (const std::exception& e) {
    g_why = e.what();
    return WAITS_FAILED;
  }
}

}  // namespace
}  // namespace rocjfr::test

using rocjfr::test::g_program;
using rocjfr::test::Program;

const char* waits_list() {
  static const std::string list = [] {
    std::string lines;
    for (const char* place : Program::Places()) {
      for (const auto& way : Program::Ways()) {
        lines += std::string(way.name) + " " + place + "\n";
      }
    }
    return lines + "1-copy other-device\n200-copies other-device\n";
  }();
  return list.c_str();
}
int waits_prepare(const char* way, const char* place) {
  return rocjfr::test::Try([=] {
    if (strcmp(place, "other-device") == 0) setenv("SOFTGPU_GPUS", "2", 1);
    delete std::exchange(g_program, nullptr);
    g_program = new Program(way, place);
  });
}
int waits_run(waits_work_t* work) {
  return rocjfr::test::Try([=] { *work = g_program->Run(); });
}
void waits_await_end() {
  g_program->AwaitEnd();
}
void waits_end_threads() {
  g_program->EndThreads();
}
const char* waits_why() {
  return rocjfr::test::g_why.c_str();
}
