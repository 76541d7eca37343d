// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The known code objects and kernels, with their ids, from their load to their unload. The result
// of a call tells whether it has succeeded. If the result is unknown (kUnknown), the next use of
// the handle tells it: the runtime accepts it in another call, or names the kernel of the function.
// The value of a variable tells nothing, because a failing call leaves it unchanged.
//
// Any thread. Calls nobody.
#ifndef ROCJFR_API_ROCPROFILER_CODE_TABLE_H_
#define ROCJFR_API_ROCPROFILER_CODE_TABLE_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "contexts.h"
#include "loaded_code.h"
#include "outcome.h"

namespace rocjfr::sdk {

// A code object or a kernel, as it is told to tools.
struct Symbol {
  uint64_t id = 0;  // of its kind, from 1; of a kernel of one code object it is its own
  bool is_kernel = false;
  uint64_t code_object_id = 0;  // of a kernel; 0: not known
  std::string text;             // a kernel's name, a code object's URI
  uint64_t image = 0;           // where a code object lies in memory; 0: in a file
  LoadedObjectPtr loaded;       // what HSA says of it, of a kernel of its object; null: nothing
  // What contexts that were told of it keep until it is unloaded. Not erased, since the user may be
  // writing there.
  struct Told {
    rocprofiler_user_data_t data;
    bool gone = false;
  };
  std::map<const Service*, Told> told;
};
using SymbolPtr = std::shared_ptr<Symbol>;

// A program that compiles kernels at run time can make names without end: beyond these bounds
// kernels have the id 0, and code objects are not told.
constexpr size_t kMostSymbols = 1u << 20;
constexpr size_t kMostNameBytes = 64u << 20;
// What is not known to have succeeded, and names of kernels that are gone: the newest so many.
constexpr size_t kMostPending = 4096, kMostGone = 16384;

class CodeTable {
 public:
  // --- calls of the program

  // An executable has loaded an object, with all its kernels, in a call that put `handle` (0: in
  // none such).
  void Loaded(uint64_t handle, LoadedObjectPtr loaded);
  bool HasExecutable(uint64_t executable);
  // It goes, with what is left of it.
  std::vector<SymbolPtr> Destroyed(uint64_t executable);
  // A call that loads has ended, and left `handle` where it puts it. What is known by the handle
  // has to be taken out first (Known, Unload): it has gone unseen.
  void Loaded(uint64_t handle, Outcome outcome, uint64_t image, std::string uri);
  // The id of the code object that a handle is of; 0: not known.
  uint64_t Known(uint64_t handle);
  // A call begins that unloads it: its kernels and then itself, which are gone.
  std::vector<SymbolPtr> Unload(uint64_t handle);
  // It has ended. After a failure they are here again, under the same ids.
  void Unloaded(uint64_t code_object_id, Outcome outcome);
  // A call has ended that looks up a kernel.
  void Found(uint64_t handle, uint64_t function, const char* name, Outcome outcome);
  // The handles that are known may be others' by now.
  void ForgetHandles();

  // --- kernels

  // Of what is launched, which the runtime calls `name`: a function that was looked up, or a kernel
  // without a code object. 0: too many.
  uint64_t KernelOf(uint64_t function, const char* name);
  // By its name alone, where several have it by the agent, too. *only: there is but this one.
  uint64_t KernelNamed(const char* name, uint64_t agent, bool* only);
  // nullptr where it is not known any more. Static storage.
  const char* NameOf(uint64_t kernel_id);
  // Counts changes after which a function or a name may be another kernel's.
  uint64_t generation() const noexcept { return generation_.load(std::memory_order_acquire); }

  // --- for those who tell

  // Symbols by place, in the order in which they became known.
  uint64_t count() const noexcept { return count_.load(std::memory_order_acquire); }
  // Null: it is gone. With the word that `service` keeps of it.
  SymbolPtr Tell(uint64_t place, const Service* service, rocprofiler_user_data_t** data);
  // Each that is there: kernels first.
  void ForEach(const std::function<void(const SymbolPtr&)>& visit);
  // For Symbol::told.
  std::mutex& mutex() noexcept { return mutex_; }

 private:
  struct Object {
    uint64_t handle = 0;  // 0: not known any more
    uint64_t place = 0;   // its symbol's
    std::unordered_map<std::string, uint64_t> kernels;
    std::vector<uint64_t> functions;
  };
  struct Kernel {
    const char* name;
    uint64_t place;
  };
  struct OfName {
    uint64_t without_object = 0;
    std::vector<uint64_t> in_objects;
  };
  struct Load {
    uint64_t image = 0;
    std::string uri;
    LoadedObjectPtr loaded;
  };
  struct Lookup {
    uint64_t module = 0;
    std::string name;
  };
  // What an unload took out, until it is known that this succeeded.
  struct Left {
    uint64_t handle = 0;
    Load load;
    std::vector<std::pair<uint64_t, std::string>> kernels;
    std::vector<std::pair<uint64_t, uint64_t>> functions;  // and their kernels
    bool ended = false;
  };

  Symbol& Add();  // at a new place
  void Publish() noexcept;
  const char* Keep(const char* name);
  void AddObject(uint64_t id, uint64_t handle, const Load& load);
  // The kernels first. left: for an unload that may fail, else null.
  void TakeOutObject(uint64_t id, Left* left, std::vector<SymbolPtr>* gone);
  uint64_t AddKernel(uint64_t object, const char* name, uint64_t id);
  void TakeOutKernel(uint64_t id);
  void Restore(uint64_t code_object_id);
  void DropEnded(uint64_t handle);
  uint64_t KernelWithoutObject(const char* name);
  // The last one of that name, if HSA has told of it; else 0.
  uint64_t LoadedByHsa(const char* name);
  uint64_t KernelInObject(uint64_t object, const char* name);
  uint64_t LookedUp(uint64_t function, const char* name);
  // A handle is in use: if it was to be seen whether it is, it is loaded.
  uint64_t Confirm(uint64_t handle);
  void MapFunction(uint64_t object, uint64_t function, uint64_t kernel);
  void Changed() noexcept;

  std::mutex mutex_;
  std::map<uint64_t, SymbolPtr> all_;
  std::atomic<uint64_t> count_{0}, generation_{1};
  uint64_t last_object_ = 0, last_kernel_ = 0;
  std::unordered_set<std::string> names_;  // each once, for ever
  size_t name_bytes_ = 0;
  std::unordered_map<uint64_t, Object> objects_;
  std::unordered_map<uint64_t, uint64_t> modules_;  // ids of code objects by handle
  std::unordered_map<uint64_t, std::vector<uint64_t>> executables_;  // of objects that are here
  std::unordered_map<uint64_t, uint64_t> functions_;                 // ids of kernels by handle
  std::unordered_map<uint64_t, Kernel> kernels_;
  std::unordered_map<std::string, OfName> by_name_;
  std::deque<uint64_t> gone_;  // kernels whose names are still known
  std::map<uint64_t, Load> loads_;
  std::map<uint64_t, Lookup> lookups_;
  std::map<uint64_t, Left> left_;  // by the code object's id
};

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CODE_TABLE_H_
