// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "config.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "clock.h"

namespace rocjfr::softgpu {
namespace {

// Not through the log: its level is part of what is being read here.
void complain(const char* name, const char* value, const char* valid, const char* fallback) {
  std::fprintf(stderr, "[softgpu] %s is '%s'; valid: %s; using %s\n", name, value, valid, fallback);
}

/// The variable's value, or nullptr where it is unset or empty.
const char* value_of(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

bool parse_integer(const char* text, int64_t low, int64_t high, int64_t* out) {
  if (std::strchr("+-0123456789", *text) == nullptr) return false;  // strtoll would skip spaces
  char* end = nullptr;
  errno = 0;
  long long number = std::strtoll(text, &end, 10);
  if (end == text || *end != '\0' || errno == ERANGE || number < low || number > high) return false;
  *out = number;
  return true;
}

int64_t read_integer(const char* name, int64_t low, int64_t high, int64_t fallback) {
  const char* text = value_of(name);
  int64_t number = fallback;
  if (text != nullptr && !parse_integer(text, low, high, &number)) {
    std::string valid =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    complain(name, text, valid.c_str(), std::to_string(fallback).c_str());
  }
  return number;
}

double read_drift(const char* name, double limit) {
  const char* text = value_of(name);
  if (text == nullptr) return 0;
  char* end = nullptr;
  errno = 0;
  double number = std::strtod(text, &end);
  bool starts_well = std::strchr("+-.0123456789", *text) != nullptr;
  if (!starts_well || end == text || *end != '\0' || errno == ERANGE || !std::isfinite(number) ||
      std::fabs(number) > limit) {
    complain(name, text, "a number from -100000 to 100000, such as 200 or -12.5", "0");
    return 0;
  }
  return number;
}

std::string read_gfx(const char* name, const std::string& fallback) {
  const char* text = value_of(name);
  if (text == nullptr) return fallback;
  size_t digits = std::strlen(text) - std::min<size_t>(3, std::strlen(text));
  bool good = std::strncmp(text, "gfx", 3) == 0 && digits >= 3 && digits <= 4 &&
              std::strspn(text + 3, "0123456789abcdef") == digits;
  if (!good) {
    complain(name, text, "the name of a GPU such as gfx1030 or gfx90a", fallback.c_str());
    return fallback;
  }
  return text;
}

std::vector<std::string> read_paths(const char* name) {
  std::vector<std::string> paths;
  const char* text = value_of(name);
  if (text == nullptr) return paths;
  std::string rest = text;
  for (size_t from = 0; from <= rest.size();) {
    size_t to = std::min(rest.find(':', from), rest.size());
    if (to > from) paths.push_back(rest.substr(from, to - from));
    from = to + 1;
  }
  return paths;
}

/// NAME=NUMBER,...
Faults read_faults(const char* name) {
  Faults faults;
  const char* text = value_of(name);
  if (text == nullptr) return faults;
  const std::pair<const char*, int64_t Faults::*> known[] = {
      {"shifted", &Faults::shifted}, {"drifting", &Faults::drifting},
      {"longer", &Faults::longer},   {"jumping", &Faults::jumping},
      {"stale", &Faults::stale},     {"reversed", &Faults::reversed}};
  std::string rest = text;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string word = rest.substr(0, comma);
    rest.erase(0, comma + 1);
    const size_t equals = std::min(word.find('='), word.size());
    const std::string number = word.substr(std::min(equals + 1, word.size()));
    bool good = false;
    for (const auto& [fault, member] : known) {
      if (word.substr(0, equals) != fault || number.empty()) continue;
      good = parse_integer(number.c_str(), INT64_MIN, INT64_MAX, &(faults.*member));
    }
    if (!good) {
      complain(name, text, "NAME=NUMBER,... with names from native/softgpu/README.md", "none");
      return Faults();
    }
    faults.any = true;
  }
  return faults;
}

/// ROCr's filter: numbers and UUIDs in the order in which the program shall see them. What names no
/// GPU, or one again, ends the list.
std::vector<int> visible(const char* name, int gpus) {
  std::vector<int> places;
  const char* text = std::getenv(name);  // set and empty hides all
  std::string rest = text == nullptr ? "" : text;
  for (int gpu = 0; text == nullptr && gpu < gpus; ++gpu) places.push_back(gpu);
  while (!rest.empty()) {
    size_t comma = std::min(rest.find(','), rest.size());
    std::string word = rest.substr(0, comma);
    rest.erase(0, comma + 1);
    int64_t place = -1;
    if (!word.empty()) parse_integer(word.c_str(), 0, gpus - 1, &place);
    for (int gpu = 0; gpu < gpus; ++gpu) {
      if (word == uuid_of(gpu)) place = gpu;
    }
    bool again = std::find(places.begin(), places.end(), static_cast<int>(place)) != places.end();
    if (place < 0 || again) break;
    places.push_back(static_cast<int>(place));
  }
  return places;
}

Config* read() {
  auto* c = new Config();
  constexpr int64_t kMaxMegabytes = 1 << 20;
  c->places = visible("ROCR_VISIBLE_DEVICES",
                      static_cast<int>(read_integer("SOFTGPU_GPUS", 1, kMaxGpus, 1)));
  c->gpus = static_cast<int>(c->places.size());
  c->sockets = static_cast<int>(read_integer("SOFTGPU_SOCKETS", 1, kMaxSockets, 1));
  c->vram_bytes = static_cast<uint64_t>(read_integer("SOFTGPU_VRAM_MB", 1, kMaxMegabytes, 4096))
                  << 20;
  c->gfx = read_gfx("SOFTGPU_GFX", c->gfx);
  c->kernels = read_paths("SOFTGPU_KERNELS");
  c->copy_mbps = static_cast<uint64_t>(read_integer("SOFTGPU_COPY_MBPS", 0, 10000000, 0));
  c->kernel_us = static_cast<uint64_t>(read_integer("SOFTGPU_KERNEL_US", 0, 60000000, 0));
  c->clock_drift_ppm = read_drift("SOFTGPU_CLOCK_DRIFT_PPM", 100000);
  // A device clock counts up from 0: an offset may not take it below that.
  int64_t lowest = -static_cast<int64_t>(Clock::load_monotonic_ns());
  c->clock_offset_ns = read_integer("SOFTGPU_CLOCK_OFFSET_NS", lowest, INT64_MAX / 4, 0);
  c->log_level = static_cast<int>(read_integer("SOFTGPU_LOG", 0, 4, 0));
  c->faults = read_faults("SOFTGPU_FAULTS");
  return c;
}

}  // namespace

std::string uuid_of(int place) {
  return "GPU-50f700000000000" + std::to_string(place);
}

const Config& config() {
  static const Config* the = read();  // never destroyed: runtime threads outlive static destructors
  return *the;
}

}  // namespace rocjfr::softgpu
