// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library's state of virtual threads, by their ids. There may be any number of threads. So it is
// a table of sets, and a full set gives up its oldest thread's state. It has no locks and nobody
// waits. A record needs one word of a state, which is readable while others change.
#ifndef ROCJFR_BASE_VIRTUAL_STATES_H_
#define ROCJFR_BASE_VIRTUAL_STATES_H_

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

namespace rocjfr {

// Make it once and never destroy it: threads outlive static destructors.
template <typename State>
class VirtualStates {
 public:
  static constexpr uint32_t kWays = 8;
  // For 8 << set_bits threads.
  explicit VirtualStates(uint32_t set_bits = 14) noexcept : set_bits_(set_bits) {}
  VirtualStates(const VirtualStates&) = delete;
  VirtualStates& operator=(const VirtualStates&) = delete;
  ~VirtualStates() {
    Set* sets = sets_.load();
    if (sets == nullptr) return;
    for (size_t i = 0; i < Sets() * kWays; ++i) delete sets[i / kWays].states[i % kWays];
    munmap(sets, Sets() * sizeof(Set));
  }

  // The word of the thread's state; false: it has none.
  bool Look(int64_t id, uint64_t* word) const noexcept {
    const Set* sets = sets_.load(std::memory_order_acquire);
    if (sets == nullptr || !Fits(id)) return false;
    const Set& set = sets[IndexOf(id)];
    for (uint32_t way = 0; way < kWays; ++way) {
      const uint64_t owner = set.owners[way].load(std::memory_order_acquire);
      if (!IsOf(owner, id)) continue;
      *word = set.words[way].load(std::memory_order_acquire);
      // The same stay of the same thread: the word is its own, of before or after a change.
      return (set.owners[way].load(std::memory_order_relaxed) | kBusy) == (owner | kBusy);
    }
    return false;
  }

  // Changes the thread's state by change(state), which returns the state's word, or nothing where
  // there is none to keep. A thread without a state gets one where `make` is true. For one thread
  // id one caller at a time. False: there was nothing to change, or no room for it. *evicted is
  // what had to go for it. Throws what `change` throws, and bad_alloc; the word is then as before.
  template <typename Change>
  bool Act(int64_t id, bool make, Change change, std::unique_ptr<State>* evicted = nullptr) {
    Set* sets = make ? MakeSets() : sets_.load(std::memory_order_acquire);
    if (sets == nullptr || !Fits(id)) return false;
    Set& set = sets[IndexOf(id)];
    for (uint32_t way = 0; way < kWays; ++way) {
      uint64_t owner = set.owners[way].load(std::memory_order_relaxed);
      if (!IsOf(owner, id)) continue;
      // Fails where a younger thread takes the place at this moment.
      if ((owner & kBusy) != 0 || !set.owners[way].compare_exchange_strong(
                                      owner, owner | kBusy, std::memory_order_acquire)) {
        break;
      }
      Stay stay{set, way, owner};
      stay.KeepIf(change(*set.states[way]));
      return true;
    }
    if (!make) return false;
    auto made = std::make_unique<State>();
    uint32_t way = 0;
    uint64_t before = 0;
    if (!Claim(set, &way, &before)) return false;
    std::unique_ptr<State> gone(set.states[way]);
    set.states[way] = made.release();
    if (evicted != nullptr) *evicted = std::move(gone);
    const uint64_t version = ((before >> 1) + 1) & (kVersions - 1);
    Stay stay{set, way, version << 1};  // nobody's, until the word is there
    const std::optional<uint64_t> word = change(*set.states[way]);
    if (word) stay.owner |= static_cast<uint64_t>(id) << kIdShift;
    stay.KeepIf(word);
    return true;
  }

 private:
  // An owner's word: id, how often the place has changed hands, and whether somebody is at the
  // state.
  static constexpr uint32_t kIdShift = 21;
  static constexpr uint64_t kVersions = uint64_t{1} << (kIdShift - 1);
  static constexpr uint64_t kBusy = 1;

  // Zero pages until used.
  struct alignas(64) Set {
    std::atomic<uint64_t> owners[kWays];  // one cache line: a look-up reads this first
    std::atomic<uint64_t> words[kWays];
    State* states[kWays];  // its owner's, who is busy with it
  };

  // Being busy with a place. Ends with the owner as he was, or with none where nothing is kept.
  struct Stay {
    Set& set;
    uint32_t way;
    uint64_t owner;

    void KeepIf(std::optional<uint64_t> word) noexcept {
      if (word) {
        set.words[way].store(*word, std::memory_order_release);
      } else {
        delete set.states[way];
        set.states[way] = nullptr;
        owner &= (uint64_t{1} << kIdShift) - 1;
      }
    }
    ~Stay() { set.owners[way].store(owner, std::memory_order_release); }
  };

  size_t Sets() const noexcept { return size_t{1} << set_bits_; }
  size_t IndexOf(int64_t id) const noexcept {
    // Fibonacci hashing: ids that follow each other are spread evenly.
    constexpr uint64_t kMultiplier = UINT64_C(0x9E3779B97F4A7C15);
    return static_cast<size_t>(static_cast<uint64_t>(id) * kMultiplier >> (63 - set_bits_) >> 1);
  }
  static bool Fits(int64_t id) noexcept { return id > 0 && id < int64_t{1} << (63 - kIdShift); }
  static bool IsOf(uint64_t owner, int64_t id) noexcept {
    return owner >> kIdShift == static_cast<uint64_t>(id);
  }

  Set* MakeSets() noexcept {
    Set* sets = sets_.load(std::memory_order_acquire);
    if (sets != nullptr) return sets;
    void* memory = mmap(nullptr, Sets() * sizeof(Set), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    auto* made = static_cast<Set*>(memory);
    if (sets_.compare_exchange_strong(sets, made, std::memory_order_acq_rel)) return made;
    munmap(memory, Sets() * sizeof(Set));
    return sets;
  }

  // A free place, or the oldest thread's, for whoever is busy with it from now on as nobody. False:
  // others are busy with all of them.
  static bool Claim(Set& set, uint32_t* way, uint64_t* before) noexcept {
    for (;;) {
      uint64_t oldest = UINT64_MAX;
      for (uint32_t i = 0; i < kWays; ++i) {
        const uint64_t owner = set.owners[i].load(std::memory_order_relaxed);
        if ((owner & kBusy) != 0 || owner >> kIdShift >= oldest >> kIdShift) continue;
        oldest = owner;
        *way = i;
      }
      if (oldest == UINT64_MAX) return false;
      *before = oldest & ((uint64_t{1} << kIdShift) - 1);
      if (set.owners[*way].compare_exchange_strong(oldest, *before | kBusy,
                                                   std::memory_order_acquire)) {
        return true;
      }
    }
  }

  const uint32_t set_bits_;
  std::atomic<Set*> sets_{nullptr};
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_VIRTUAL_STATES_H_
