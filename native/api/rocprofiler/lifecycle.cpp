// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include <dirent.h>

#include "base/exit.h"
#include "buffer.h"
#include "clients.h"
#include "core_link.h"

namespace rocjfr::sdk {
namespace {

// Later handlers may be the tools' own, which stop, flush and use their records. So the handler
// that was registered first finalises the tools, as in AMD's library.
void Deliver() {
  DeliverAll();
}
void Finish() {
  Finalize();
  Buffer::StopAll(CurrentThread());
}

}  // namespace

void DeliverAtExit() noexcept {
  rocjfr::DeliverAtExit(&Deliver);
}

void NoteUserCode() noexcept {
  if (rocjfr::NoteUserCode()) RenewDeliverySoon();
}

bool OnlyThread() noexcept {
  DIR* threads = opendir("/proc/self/task");
  if (threads == nullptr) return false;
  int count = 0;
  while (const dirent* entry = readdir(threads)) count += entry->d_name[0] != '.' ? 1 : 0;
  closedir(threads);
  return count == 1;
}

void FinishAtExit() noexcept {
  rocjfr::FinishAtExit(&Finish);
}

}  // namespace rocjfr::sdk
