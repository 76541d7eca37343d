// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies between all kinds of memory by all functions that copy, and where the data really goes.
#ifndef ROCJFR_TESTS_CORE_COPIES_H_
#define ROCJFR_TESTS_CORE_COPIES_H_

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "hip.h"

namespace rocjfr::test {

// As the runtime's headers have them; those of HIP_MEMCPY3D are of 6.0 and later, or before.
struct CopyParameters3D {
  const void* src_array;
  size_t src_position[3];
  const void* src;
  size_t src_pitch, src_width, src_height;
  const void* dst_array;
  size_t dst_position[3];
  void* dst;
  size_t dst_pitch, dst_width, dst_height;
  size_t extent[3];
  uint32_t kind;
};
// hipMemoryType, whose numbers changed with 6.0.
struct MemoryTypes {
  uint32_t host, device, unified;
};
constexpr MemoryTypes kTypesBefore6 = {0, 1, 3}, kTypesFrom6 = {1, 2, 11};
struct CopyParameters2D {
  size_t src_x, src_y;
  uint32_t src_type;
  const void* src_host;
  void* src_device;
  void* src_array;
  size_t src_pitch;
  size_t dst_x, dst_y;
  uint32_t dst_type;
  void* dst_host;
  void* dst_device;
  void* dst_array;
  size_t dst_pitch;
  size_t width, height;
};
template <typename Number>
struct DriverParameters3D {
  Number src_x, src_y, src_z, src_lod;
  uint32_t src_type;
  const void* src_host;
  void* src_device;
  void* src_array;
  Number src_pitch, src_height;
  Number dst_x, dst_y, dst_z, dst_lod;
  uint32_t dst_type;
  void* dst_host;
  void* dst_device;
  void* dst_array;
  Number dst_pitch, dst_height;
  Number width, height, depth;
};

// Memory of one kind. `where`: -1 the host's, else the device's number, or kMoves.
constexpr int kHostMemory = -1, kMoves = -2;
struct Place {
  std::string name;
  int where;
  char* memory;
};

// Two places of each kind, so that a copy has two ends: `bytes` of each may be copied.
class Places {
 public:
  static constexpr size_t kBefore = 16384;  // where copies begin

  explicit Places(const Hip& hip, size_t bytes = 4096) : bytes_(bytes + 2 * kBefore) {
    for (const char* which : {"", "'"}) {
      Add(std::string("pageable") + which, kHostMemory, Pageable());
      void* pinned = nullptr;
      hip.Do("hipHostMalloc", &pinned, bytes_, 0u);
      Add(std::string("pinned") + which, kHostMemory, pinned);
      void* registered = Pageable();
      hip.Do("hipHostRegister", registered, bytes_, 0u);
      Add(std::string("registered") + which, kHostMemory, registered);
      void* managed = nullptr;
      hip.Do("hipMallocManaged", &managed, bytes_, 1u);
      Add(std::string("managed") + which, kMoves, managed);
      for (const int device : {0, 1}) {
        hip.Do("hipSetDevice", device);
        Add("device " + std::to_string(device) + which, device, hip.Malloc(bytes_));
      }
      hip.Do("hipSetDevice", 0);
    }
  }
  const std::vector<Place>& sources() const { return sources_; }
  const std::vector<Place>& destinations() const { return destinations_; }

 private:
  void* Pageable() const {
    void* memory = aligned_alloc(4096, bytes_);
    memset(memory, 1, bytes_);
    return memory;
  }
  void Add(const std::string& name, int where, void* memory) {
    (name.back() == '\'' ? destinations_ : sources_)
        .push_back({name.back() == '\'' ? name.substr(0, name.size() - 1) : name, where,
                    static_cast<char*>(memory)});
  }
  const size_t bytes_;
  std::vector<Place> sources_, destinations_;
};

struct CopyFunction {
  std::string name;
  bool takes_kind;
  bool takes_pageable;  // 7.2 ends the process where it does not
  std::function<int(void* to, const void* from, int kind)> copy;
};

// Those that the runtime has. Each copies from the middle of the one to that of the other.
class CopyFunctions {
 public:
  static constexpr size_t kPitch = 256, kRows = 16;

  // `bytes` are copied by those that copy in one line.
  CopyFunctions(const Hip& hip, Hip::Stream stream, size_t bytes = kPitch * kRows)
      : hip_(hip),
        from_6_(hip.Version() >= 60000000),
        types_(from_6_ ? kTypesFrom6 : kTypesBefore6) {
    const size_t n = bytes;
    const auto plain = [&](const char* name) {
      Add(name, true,
          [=, &hip](void* to, const void* from, int kind) { return hip(name, to, from, n, kind); });
    };
    const auto async = [&](const char* name) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        return hip(name, to, from, n, kind, stream);
      });
    };
    plain("hipMemcpy");
    plain("hipMemcpy_spt");
    async("hipMemcpyAsync");
    async("hipMemcpyAsync_spt");
    async("hipMemcpyWithStream");
    for (const char* name : {"hipMemcpyHtoD", "hipMemcpyDtoH", "hipMemcpyDtoD"}) {
      Add(name, false,
          [=, &hip](void* to, const void* from, int) { return hip(name, to, from, n); });
      const std::string later = std::string(name) + "Async";
      Add(later, false, [=, &hip](void* to, const void* from, int) {
        return hip(later.c_str(), to, from, n, stream);
      });
    }
    // The devices that it is told are taken for granted: those of the test's own memory.
    AddPeer("hipMemcpyPeer", [=, &hip](void* to, const void* from, int) {
      return hip("hipMemcpyPeer", to, 1, from, 0, n);
    });
    AddPeer("hipMemcpyPeerAsync", [=, &hip](void* to, const void* from, int) {
      return hip("hipMemcpyPeerAsync", to, 1, from, 0, n, stream);
    });
    for (const char* name : {"hipMemcpy2D", "hipMemcpy2D_spt"}) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        return hip(name, to, kPitch, from, kPitch, kPitch / 2, kRows, kind);
      });
    }
    for (const char* name : {"hipMemcpy2DAsync", "hipMemcpy2DAsync_spt"}) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        return hip(name, to, kPitch, from, kPitch, kPitch / 2, kRows, kind, stream);
      });
    }
    for (const char* name : {"hipMemcpy3D", "hipMemcpy3D_spt"}) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        const CopyParameters3D parameters = ThreeD(to, from, kind);
        return hip(name, &parameters);
      });
    }
    for (const char* name : {"hipMemcpy3DAsync", "hipMemcpy3DAsync_spt"}) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        const CopyParameters3D parameters = ThreeD(to, from, kind);
        return hip(name, &parameters, stream);
      });
    }
    for (const char* name : {"hipMemcpyParam2D", "hipDrvMemcpy2DUnaligned"}) {
      Add(name, true, [=, &hip](void* to, const void* from, int kind) {
        const CopyParameters2D parameters = TwoD(to, from, kind);
        return hip(name, &parameters);
      });
    }
    Add("hipMemcpyParam2DAsync", true, [=, &hip](void* to, const void* from, int kind) {
      const CopyParameters2D parameters = TwoD(to, from, kind);
      return hip("hipMemcpyParam2DAsync", &parameters, stream);
    });
    const bool wide = from_6_;
    Add("hipDrvMemcpy3D", true, [=, &hip](void* to, const void* from, int kind) {
      if (wide) {
        const auto parameters = Driver<size_t>(to, from, kind);
        return hip("hipDrvMemcpy3D", &parameters);
      }
      const auto parameters = Driver<uint32_t>(to, from, kind);
      return hip("hipDrvMemcpy3D", &parameters);
    });
    Add("hipDrvMemcpy3DAsync", true, [=, &hip](void* to, const void* from, int kind) {
      if (wide) {
        const auto parameters = Driver<size_t>(to, from, kind);
        return hip("hipDrvMemcpy3DAsync", &parameters, stream);
      }
      const auto parameters = Driver<uint32_t>(to, from, kind);
      return hip("hipDrvMemcpy3DAsync", &parameters, stream);
    });
    Add("hipGraphLaunch", true, [=, &hip](void* to, const void* from, int kind) {
      return Graph(stream, [&](void* graph, void** node) {
        return hip("hipGraphAddMemcpyNode1D", node, graph, static_cast<void* const*>(nullptr),
                   size_t{0}, to, from, n, kind);
      });
    });
    Add("hipGraphLaunch 3D", true, [=, &hip](void* to, const void* from, int kind) {
      return Graph(stream, [&](void* graph, void** node) {
        const CopyParameters3D parameters = ThreeD(to, from, kind);
        return hip("hipGraphAddMemcpyNode", node, graph, static_cast<void* const*>(nullptr),
                   size_t{0}, &parameters);
      });
    });
  }
  const std::vector<CopyFunction>& all() const { return all_; }

 private:
  void Add(const std::string& name, bool takes_kind,
           std::function<int(void*, const void*, int)> copy) {
    const std::string function = name.substr(0, name.find(' '));
    if (dlsym(hip_.library(), function.c_str()) == nullptr) return;
    all_.push_back({name, takes_kind, true, std::move(copy)});
  }
  void AddPeer(const std::string& name, std::function<int(void*, const void*, int)> copy) {
    Add(name, false, std::move(copy));
    if (!all_.empty() && all_.back().name == name) all_.back().takes_pageable = false;
  }
  static CopyParameters3D ThreeD(void* to, const void* from, int kind) {
    CopyParameters3D parameters = {};
    parameters.src = from, parameters.dst = to;
    parameters.src_pitch = parameters.dst_pitch = kPitch;
    parameters.src_width = parameters.dst_width = kPitch / 2;
    parameters.src_height = parameters.dst_height = kRows / 2;
    parameters.extent[0] = kPitch / 2, parameters.extent[1] = kRows / 2, parameters.extent[2] = 2;
    parameters.kind = static_cast<uint32_t>(kind);
    return parameters;
  }
  // What a kind says of an end; the default has the runtime find out.
  uint32_t TypeOf(int kind, bool source) const {
    if (kind == 4) return types_.unified;
    const bool device = kind == 3 || kind == (source ? 2 : 1);
    return device ? types_.device : types_.host;
  }
  template <typename Parameters>
  void SetEnds(Parameters* parameters, void* to, const void* from, int kind) const {
    parameters->src_type = TypeOf(kind, true);
    parameters->dst_type = TypeOf(kind, false);
    if (parameters->src_type == types_.host) {
      parameters->src_host = from;
    } else {
      parameters->src_device = const_cast<void*>(from);
    }
    if (parameters->dst_type == types_.host) {
      parameters->dst_host = to;
    } else {
      parameters->dst_device = to;
    }
  }
  CopyParameters2D TwoD(void* to, const void* from, int kind) const {
    CopyParameters2D parameters = {};
    SetEnds(&parameters, to, from, kind);
    parameters.src_pitch = parameters.dst_pitch = kPitch;
    parameters.width = kPitch / 2, parameters.height = kRows;
    return parameters;
  }
  template <typename Number>
  DriverParameters3D<Number> Driver(void* to, const void* from, int kind) const {
    DriverParameters3D<Number> parameters = {};
    SetEnds(&parameters, to, from, kind);
    parameters.src_pitch = parameters.dst_pitch = kPitch;
    parameters.src_height = parameters.dst_height = kRows / 2;
    parameters.width = kPitch / 2, parameters.height = kRows / 2, parameters.depth = 2;
    return parameters;
  }
  int Graph(Hip::Stream stream, const std::function<int(void* graph, void** node)>& add) const {
    void* graph = nullptr;
    void* node = nullptr;
    void* executable = nullptr;
    int status = hip_("hipGraphCreate", &graph, 0u);
    if (status == 0) status = add(graph, &node);
    if (status == 0) {
      status = hip_("hipGraphInstantiate", &executable, graph, static_cast<void*>(nullptr),
                    static_cast<void*>(nullptr), size_t{0});
    }
    if (status == 0) status = hip_("hipGraphLaunch", executable, stream);
    hip_("hipStreamSynchronize", stream);
    if (executable != nullptr) hip_("hipGraphExecDestroy", executable);
    if (graph != nullptr) hip_("hipGraphDestroy", graph);
    return status;
  }

  const Hip& hip_;
  const bool from_6_;
  const MemoryTypes types_;
  std::vector<CopyFunction> all_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_COPIES_H_
