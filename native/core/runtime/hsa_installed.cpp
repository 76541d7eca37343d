// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HSA library that a program will load, found without loading it; and the variable that makes
// an old one call us.
#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/fork.h"
#include "base/loaded_library.h"
#include "hsa.h"

namespace rocjfr {
namespace {

constexpr const char* kFile = "libhsa-runtime64.so.1";

void AddFolders(const std::string& list, std::vector<std::string>* folders) {
  std::istringstream parts(list);
  for (std::string folder; std::getline(parts, folder, ':');) {
    if (!folder.empty()) folders->push_back(folder);
  }
}

std::vector<std::string> Matches(const char* pattern) {
  std::vector<std::string> paths;
  glob_t found = {};
  if (glob(pattern, 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return paths;
}

// Those of the loader, in its order.
std::vector<std::string> LoadersFolders() {
  std::vector<std::string> folders;
  if (const char* list = getenv("LD_LIBRARY_PATH")) AddFolders(list, &folders);
  for (const std::string& path : Matches("/etc/ld.so.conf.d/*.conf")) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line[0] == '/') folders.push_back(line);
    }
  }
  for (const char* folder : {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64",
                             "/usr/lib64", "/lib", "/usr/lib", "/opt/rocm/lib"}) {
    folders.push_back(folder);
  }
  return folders;
}

// In the environment itself. The name alone, by which the loader finds what is loaded: a child of
// the program that inherits it loads nothing.
char g_tools_variable[] = "HSA_TOOLS_LIB=librocjfr.so";
// The same for one that calls no tool like us where rocprofiler-register has found another (ROCm
// 6.1 and later).
constexpr const char* kOldTools = "HSA_TOOLS_ROCPROFILER_V1_TOOLS";
char g_old_tools_variable[] = "HSA_TOOLS_ROCPROFILER_V1_TOOLS=1";

// Where it stands in the environment; null: the program has put another one there, or none.
char** PlaceOf(const char* variable) noexcept {
  for (char** place = environ; place != nullptr && *place != nullptr; ++place) {
    if (*place == variable) return place;
  }
  return nullptr;
}

// Leaves an entry that is no variable. Who has read the value goes on reading it.
void Blank(char* variable) noexcept {
  if (PlaceOf(variable) != nullptr) __atomic_store_n(variable, '\0', __ATOMIC_RELAXED);
}

// To remove one moves those after it, while others may read them: only the last one is removed.
void Remove(char* variable) noexcept {
  char** place = PlaceOf(variable);
  if (place == nullptr) return;
  // By a name that only this one has: what another thread sets by the old name meanwhile stays.
  __atomic_store_n(variable, '_', __ATOMIC_RELAXED);
  if (place[1] != nullptr) return Blank(variable);
  const std::string_view text = variable;
  const ForkHold hold;
  try {
    unsetenv(std::string(text.substr(0, text.find('='))).c_str());
  } catch (...) {
    Blank(variable);
  }
}

}  // namespace

std::string InstalledHsa() {
  const std::string loaded = FindLoadedLibrary("libhsa-runtime64");
  if (!loaded.empty()) return loaded;
  for (const std::string& folder : LoadersFolders()) {
    const std::string path = folder + "/" + kFile;
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return "";
}

bool FileContains(const std::string& path, const char* text) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  bool contains = false;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    const auto bytes = static_cast<size_t>(status.st_size);
    void* content = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (content != MAP_FAILED) {
      contains = memmem(content, bytes, text, strlen(text)) != nullptr;
      munmap(content, bytes);
    }
  }
  close(file);
  return contains;
}

std::string DynamicStrings(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  std::string strings;
  const auto read_at = [&](uint64_t offset, void* to, size_t bytes) {
    return pread(file, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  };
  struct stat status;
  Elf64_Ehdr header;
  if (fstat(file, &status) == 0 && read_at(0, &header, sizeof(header)) &&
      memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_shentsize == sizeof(Elf64_Shdr)) {
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    const bool known =
        read_at(header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr));
    for (size_t i = 0; known && i < sections.size(); ++i) {
      if (sections[i].sh_type != SHT_DYNSYM || sections[i].sh_link >= sections.size()) continue;
      const Elf64_Shdr& names = sections[sections[i].sh_link];
      if (names.sh_size > static_cast<uint64_t>(status.st_size)) break;
      strings.resize(names.sh_size);
      if (!read_at(names.sh_offset, strings.data(), strings.size())) strings.clear();
      break;
    }
  }
  close(file);
  return strings;
}

void AskInstalledHsaToCallUs() {
  // Where the program names tools, it may be one that must not be called in this way.
  if (getenv("HSA_TOOLS_LIB") != nullptr) return;
  const std::string path = InstalledHsa();
  if (path.empty()) return;
  const ForkHold hold;
  if (!FileContains(path, "HSA_AMD_TOOL_PRIORITY")) {
    putenv(g_tools_variable);
  } else if (getenv(kOldTools) == nullptr && FileContains(path, kOldTools)) {
    putenv(g_old_tools_variable);
  }
}

void ForgetToolsVariable() noexcept {
  Remove(g_tools_variable);
  Remove(g_old_tools_variable);
}

void HideToolsVariable() noexcept {
  Blank(g_tools_variable);
  Blank(g_old_tools_variable);
}

}  // namespace rocjfr
