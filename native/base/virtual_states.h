// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a library keeps of virtual threads, by their ids, of which there may be any number: so much
// as there is room for; beyond that the oldest goes. Whoever calls is the thread itself, so that
// nobody else has what it has taken.
#ifndef ROCJFR_BASE_VIRTUAL_STATES_H_
#define ROCJFR_BASE_VIRTUAL_STATES_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace rocjfr {

// Make it once and never destroy it: threads outlive static destructors.
template <typename State>
class VirtualStates {
 public:
  explicit VirtualStates(size_t most) noexcept : most_(most) {}

  // The thread's state, which is not here then; an empty one where it has none.
  State Take(int64_t id) noexcept {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = states_.find(id);
    if (found == states_.end()) return State();
    State state = std::move(found->second.state);
    order_.erase(found->second.place);
    states_.erase(found);
    return state;
  }
  // Keeps it. Returns what has to go for it: the oldest thread's, or an empty one. Throws
  // bad_alloc.
  State Put(int64_t id, State&& state) {
    State evicted;
    std::lock_guard<std::mutex> lock(mutex_);
    order_.push_back(id);
    try {
      Entry& entry = states_[id];
      entry.state = std::move(state);
      entry.place = std::prev(order_.end());
    } catch (...) {
      order_.pop_back();
      throw;
    }
    if (states_.size() > most_) {
      const auto oldest = states_.find(order_.front());
      evicted = std::move(oldest->second.state);
      states_.erase(oldest);
      order_.pop_front();
    }
    return evicted;
  }
  // What `look` says of the thread's state; of an empty one where it has none.
  template <typename Look>
  auto Peek(int64_t id, Look look) noexcept {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = states_.find(id);
    return found == states_.end() ? look(State()) : look(found->second.state);
  }

 private:
  struct Entry {
    State state;
    std::list<int64_t>::iterator place;
  };
  const size_t most_;
  std::mutex mutex_;
  std::list<int64_t> order_;  // the oldest first
  std::unordered_map<int64_t, Entry> states_;
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_VIRTUAL_STATES_H_
