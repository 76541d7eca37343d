// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "mounted_thread.h"

#include <dlfcn.h>
#include <jni.h>
#include <limits.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <new>

namespace rocjfr {
namespace {

constexpr int32_t kInNative = 4;  // JavaThreadState::_thread_in_native
constexpr uint64_t kLargestThread = 16384;

// A table of libjvm's: where it begins, the bytes of an entry, and where in an entry what stands.
class ExportedTable {
 public:
  ExportedTable(void* lib, const char* array, const char* stride) noexcept
      : lib_(lib), stride_(Number(stride)) {
    const auto* begin = static_cast<const char* const*>(dlsym(lib, array));
    if (begin != nullptr) begin_ = *begin;
  }
  template <typename Visit>
  void ForEach(const char* first_field, Visit visit) const noexcept {
    const uint64_t first = Number(first_field);
    if (begin_ == nullptr || stride_ == 0) return;
    for (const char* entry = begin_; Text(entry, first) != nullptr; entry += stride_) visit(entry);
  }
  uint64_t Number(const char* symbol) const noexcept {
    const auto* number = static_cast<const uint64_t*>(dlsym(lib_, symbol));
    return number == nullptr ? 0 : *number;
  }
  static const char* Text(const char* entry, uint64_t offset) noexcept {
    const char* text = nullptr;
    memcpy(&text, entry + offset, sizeof(text));
    return text;
  }
  static uint64_t Word(const char* entry, uint64_t offset) noexcept {
    uint64_t word = 0;
    memcpy(&word, entry + offset, sizeof(word));
    return word;
  }

 private:
  void* const lib_;
  const char* begin_ = nullptr;
  const uint64_t stride_;
};

// A word of a field's entry; `otherwise`: there is no such field.
uint64_t FieldWord(void* lib, const char* type, const char* name, const char* word,
                   uint64_t otherwise) noexcept {
  const ExportedTable table(lib, "gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride");
  const uint64_t type_at = table.Number("gHotSpotVMStructEntryTypeNameOffset");
  const uint64_t name_at = table.Number("gHotSpotVMStructEntryFieldNameOffset");
  const uint64_t word_at = table.Number(word);
  uint64_t found = otherwise;
  table.ForEach("gHotSpotVMStructEntryTypeNameOffset", [&](const char* entry) {
    const char* field = ExportedTable::Text(entry, name_at);
    if (field == nullptr || strcmp(field, name) != 0) return;
    if (strcmp(ExportedTable::Text(entry, type_at), type) != 0) return;
    found = ExportedTable::Word(entry, word_at);
  });
  return found;
}

ptrdiff_t FieldOffset(void* lib, const char* type, const char* name) noexcept {
  return static_cast<ptrdiff_t>(FieldWord(lib, type, name, "gHotSpotVMStructEntryOffsetOffset",
                                          static_cast<uint64_t>(JvmLayout::kNone)));
}

// Where a static field is; 0: nowhere.
uint64_t StaticField(void* lib, const char* type, const char* name) noexcept {
  return FieldWord(lib, type, name, "gHotSpotVMStructEntryAddressOffset", 0);
}

uint64_t BytesOf(void* lib, const char* type) noexcept {
  const ExportedTable table(lib, "gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride");
  const uint64_t name_at = table.Number("gHotSpotVMTypeEntryTypeNameOffset");
  const uint64_t size_at = table.Number("gHotSpotVMTypeEntrySizeOffset");
  uint64_t bytes = 0;
  table.ForEach("gHotSpotVMTypeEntryTypeNameOffset", [&](const char* entry) {
    if (strcmp(ExportedTable::Text(entry, name_at), type) == 0) {
      bytes = ExportedTable::Word(entry, size_at);
    }
  });
  return bytes;
}

// Whether the JVM was started with -Xcheck:jni: an option is a JVMFlag.
bool ChecksJni(void* lib) noexcept {
  const uint64_t flags = StaticField(lib, "JVMFlag", "flags");
  const uint64_t count = StaticField(lib, "JVMFlag", "numFlags");
  const uint64_t bytes = BytesOf(lib, "JVMFlag");
  const ptrdiff_t name_at = FieldOffset(lib, "JVMFlag", "_name");
  const ptrdiff_t value_at = FieldOffset(lib, "JVMFlag", "_addr");
  if (flags == 0 || count == 0 || bytes == 0 || name_at < 0 || value_at < 0) return false;
  const char* flag = ExportedTable::Text(reinterpret_cast<const char*>(flags), 0);
  const uint64_t number = ExportedTable::Word(reinterpret_cast<const char*>(count), 0);
  for (uint64_t i = 0; i < number; ++i, flag += bytes) {
    const char* name = ExportedTable::Text(flag, static_cast<uint64_t>(name_at));
    if (name == nullptr || strcmp(name, "CheckJNICalls") != 0) continue;
    const char* value = ExportedTable::Text(flag, static_cast<uint64_t>(value_at));
    return value != nullptr && *reinterpret_cast<const bool*>(value);
  }
  return false;
}

int32_t Int32At(JvmThread thread, ptrdiff_t offset) noexcept {
  return *reinterpret_cast<const volatile int32_t*>(thread + offset);
}

// The calling thread's JavaThread is the one thing under a pthread key that its JNIEnv lies in.
bool FindKey(const JNIEnv* env, uint64_t bytes, JvmLayout* layout) noexcept {
  const auto inside = reinterpret_cast<uintptr_t>(env);
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; ++key) {
    const auto value = reinterpret_cast<uintptr_t>(pthread_getspecific(key));
    if (value == 0 || value >= inside || inside - value >= bytes) continue;
    layout->key = key;
    layout->env = static_cast<ptrdiff_t>(inside - value);
    return true;
  }
  return false;
}

// What JNI says of the calling thread: its address, if it is a platform thread, and its id.
bool AskJni(JNIEnv* env, int64_t* address, int64_t* id) noexcept {
  jclass type = env->FindClass("java/lang/Thread");
  jmethodID current = nullptr, get_id = nullptr;
  jfieldID eetop = nullptr;
  jobject thread = nullptr;
  if (type != nullptr &&
      (current = env->GetStaticMethodID(type, "currentThread", "()Ljava/lang/Thread;")) &&
      (get_id = env->GetMethodID(type, "getId", "()J")) &&
      (eetop = env->GetFieldID(type, "eetop", "J")) &&
      (thread = env->CallStaticObjectMethod(type, current)) != nullptr && !env->ExceptionCheck()) {
    *address = env->GetLongField(thread, eetop);
    *id = env->CallNonvirtualLongMethod(thread, type, get_id);  // not a program's own
  }
  const bool known = thread != nullptr && !env->ExceptionCheck();
  env->ExceptionClear();
  env->DeleteLocalRef(thread);
  env->DeleteLocalRef(type);
  return known;
}

// The one int32 that counts critical regions: 0, 1, 2, 1, 0 while two are entered and left.
ptrdiff_t FindCriticalCount(JNIEnv* env, JvmThread thread, uint64_t bytes) noexcept {
  constexpr int kSteps = 5;
  constexpr int32_t kCounts[kSteps] = {0, 1, 2, 1, 0};
  std::unique_ptr<int32_t[]> seen[kSteps];
  const size_t words = bytes / sizeof(int32_t);
  for (auto& copy : seen) {
    copy.reset(new (std::nothrow) int32_t[words]);
    if (copy == nullptr) return JvmLayout::kNone;
  }
  jbyteArray array = env->NewByteArray(64);
  if (array == nullptr) return JvmLayout::kNone;
  const auto look = [&](int step) { memcpy(seen[step].get(), thread, words * sizeof(int32_t)); };
  look(0);
  void* outer = env->GetPrimitiveArrayCritical(array, nullptr);
  look(1);
  void* inner = env->GetPrimitiveArrayCritical(array, nullptr);
  look(2);
  if (inner != nullptr) env->ReleasePrimitiveArrayCritical(array, inner, JNI_ABORT);
  look(3);
  if (outer != nullptr) env->ReleasePrimitiveArrayCritical(array, outer, JNI_ABORT);
  look(4);
  env->DeleteLocalRef(array);
  ptrdiff_t found = JvmLayout::kNone;
  for (size_t word = 0; word < words; ++word) {
    bool counts = true;
    for (int step = 0; step < kSteps; ++step) counts = counts && seen[step][word] == kCounts[step];
    if (counts) found = static_cast<ptrdiff_t>(word * sizeof(int32_t));
  }
  return found;
}

void* OpenJvm() noexcept {
  return dlopen("libjvm.so", RTLD_NOLOAD | RTLD_LAZY);
}

// True: there is nothing to look for any more.
bool Find(JNIEnv* env, JvmLayout* layout, bool* usable) noexcept {
  void* lib = OpenJvm();
  if (lib == nullptr) return true;
  layout->state = FieldOffset(lib, "JavaThread", "_thread_state");
  layout->mounted = FieldOffset(lib, "JavaThread", "_monitor_owner_id");
  // Its first base. A JVM that checks JNI wants to be asked after each call, or it warns at the
  // application's next one.
  if (!ChecksJni(lib)) layout->pending = FieldOffset(lib, "ThreadShadow", "_pending_exception");
  const uint64_t bytes = BytesOf(lib, "JavaThread");
  dlclose(lib);
  if (layout->state < 0 || bytes == 0 || bytes > kLargestThread) return true;
  if (!FindKey(env, bytes, layout)) return true;
  const JvmThread thread = CurrentJvmThread(layout);
  if (Int32At(thread, layout->state) != kInNative || env->ExceptionCheck()) return false;
  int64_t address = 0, id = 0;
  if (!AskJni(env, &address, &id)) return true;
  if (address == 0) return false;  // a virtual thread: another one shall tell
  if (address != static_cast<int64_t>(reinterpret_cast<intptr_t>(thread))) return true;
  if (layout->mounted >= 0 && MountedId(*layout, thread) != id) layout->mounted = JvmLayout::kNone;
  layout->in_critical = FindCriticalCount(env, thread, bytes);
  *usable = true;
  return true;
}

}  // namespace

std::atomic<const JvmLayout*> g_jvm_layout{nullptr};

void FindJvmLayout(JNIEnv* env) noexcept {
  static std::mutex mutex;
  static JvmLayout layout;
  static bool done = false;
  const std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!lock.owns_lock() || done) return;  // another thread is at it
  JvmLayout found;
  bool usable = false;
  done = Find(env, &found, &usable);
  if (!usable) return;
  layout = found;
  g_jvm_layout.store(&layout, std::memory_order_release);
}

bool IsInNative(const JvmLayout& layout, JvmThread thread) noexcept {
  return Int32At(thread, layout.state) == kInNative;
}

bool MayEnterJvm(const JvmLayout& layout, JvmThread thread) noexcept {
  return IsInNative(layout, thread) &&
         (layout.in_critical == JvmLayout::kNone || Int32At(thread, layout.in_critical) == 0);
}

}  // namespace rocjfr
