// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "base/own_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>

namespace rocjfr::test {
namespace {

const size_t kPage = static_cast<size_t>(sysconf(_SC_PAGESIZE));

// Pages next to each other, each with an access of its own.
class Pages {
 public:
  explicit Pages(size_t count) : bytes_(count * kPage) {
    begin_ =
        static_cast<char*>(mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~Pages() { munmap(begin_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  char* operator[](size_t page) const { return begin_ + page * kPage; }

 private:
  size_t bytes_;
  char* begin_;
};

TEST(OwnMemory, IsReadWhereItIsThere) {
  const Pages pages(3);
  mprotect(pages[1], kPage, PROT_READ | PROT_WRITE);
  munmap(pages[2], kPage);
  pages[1][8] = 7;
  uint64_t word = 1;
  errno = 42;
  EXPECT_TRUE(ReadOwnMemory(pages[1] + 8, &word, sizeof(word)));
  EXPECT_EQ(word, 7u);
  EXPECT_FALSE(ReadOwnMemory(pages[0], &word, sizeof(word)));
  EXPECT_FALSE(ReadOwnMemory(pages[2], &word, sizeof(word)));
  EXPECT_FALSE(ReadOwnMemory(nullptr, &word, sizeof(word)));
  EXPECT_FALSE(ReadOwnMemory(pages[2] - 4, &word, sizeof(word)));
  EXPECT_EQ(errno, 42);
}

TEST(OwnMemory, HasTheAccessThatAllItsPagesHave) {
  const Pages pages(4);
  mprotect(pages[1], kPage, PROT_READ);
  mprotect(pages[2], kPage, PROT_READ | PROT_WRITE);
  munmap(pages[3], kPage);
  EXPECT_EQ(AccessTo(pages[0], kPage), PROT_NONE);
  EXPECT_EQ(AccessTo(pages[1], 2 * kPage), PROT_READ);
  EXPECT_EQ(AccessTo(pages[2], 1), PROT_READ | PROT_WRITE);
  EXPECT_EQ(AccessTo(pages[2], 2 * kPage), -1);
}

// Maps the beginning of a new file there. Returns how long the kernel's line of it is before the
// path.
size_t MapFile(const std::string& path, void* at) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_EQ(ftruncate(file, static_cast<off_t>(kPage)), 0) << path;
  EXPECT_EQ(mmap(at, kPage, PROT_NONE, MAP_PRIVATE | MAP_FIXED, file, 0), at);
  close(file);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t place = line.find(path);
    if (place != std::string::npos) return place;
  }
  return 0;
}

// The kernel's list of mappings has the files' paths, which may hold what looks like a line of it.
TEST(OwnMemory, PathsAreNoLinesOfTheKernelsList) {
  char folder[] = "/tmp/own_memory_XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string probe = std::string(folder) + "/probe";
  const Pages pages(2);
  mprotect(pages[1], kPage, PROT_READ);
  const size_t before = MapFile(probe, pages[0]);
  ASSERT_GT(before, 0u);
  // Wherever the second part begins for those who read so much of a line.
  std::string path = std::string(folder) + "/" + std::string(600, 'a');
  for (const size_t length : {127u, 255u, 511u}) {
    const std::string line = "0-ffffffffffffffff rwxp ";
    path.replace(length - before, line.size(), line);
  }
  const size_t middle = 340 - before;
  path[middle] = '/';
  path.resize(560 - before);
  const std::string inner = path.substr(0, middle);
  ASSERT_EQ(mkdir(inner.c_str(), 0700), 0);
  ASSERT_EQ(MapFile(path, pages[0]), before);
  EXPECT_EQ(AccessTo(pages[1], kPage), PROT_READ);
  unlink(path.c_str());
  unlink(probe.c_str());
  rmdir(inner.c_str());
  rmdir(folder);
}

}  // namespace
}  // namespace rocjfr::test
