// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Faults of a process, for LD_PRELOAD and io.rocjfr.load.ProcessFaults: a thread that stands still,
// a storm of signals, a clock of the day that is set.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// No signal that the JVM, LLVM or HIP use.
enum { kStorm = 52, kHold = 53 };

static const int kMillisecond = 1000 * 1000;

static void Sleep(long nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}

static void Handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static int Signal(pid_t thread, int number) {
  return (int)syscall(SYS_tgkill, getpid(), thread, number);
}

// The thread with this name; 0 if there is none.
static pid_t Find(const char* name) {
  DIR* tasks = opendir("/proc/self/task");
  pid_t found = 0;
  struct dirent* entry;
  while (found == 0 && (entry = readdir(tasks)) != NULL) {
    char path[300], comm[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    const ssize_t length = read(file, comm, sizeof comm - 1);
    close(file);
    if (length > 0 && strncmp(comm, name, (size_t)length - 1) == 0) {
      found = (pid_t)strtol(entry->d_name, NULL, 10);
    }
  }
  closedir(tasks);
  return found;
}

// ---- A thread that stands still.

static atomic_int g_held, g_released;

// Only within the C library: there the JVM does not wait for the thread at a safepoint.
static void OnHold(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)info;
  const int error = errno;
  const ucontext_t* at = context;
  Dl_info place;
  const int known = dladdr((void*)at->uc_mcontext.gregs[REG_RIP], &place);
  if (known != 0 && strstr(place.dli_fname, "libc.so") != NULL) {
    atomic_store(&g_held, 1);
    while (atomic_load(&g_released) == 0) Sleep(kMillisecond);
    atomic_store(&g_held, 0);
  }
  errno = error;
}

// Returns when the thread stands still; 0, or -1 if there is none with this name.
int faults_hold(const char* name) {
  const pid_t thread = Find(name);
  if (thread == 0) return -1;
  Handle(kHold, OnHold);
  atomic_store(&g_released, 0);
  while (atomic_load(&g_held) == 0) {
    if (Signal(thread, kHold) != 0) return -1;
    Sleep(kMillisecond);
  }
  return 0;
}

void faults_release(void) {
  atomic_store(&g_released, 1);
}

// ---- A storm of signals to all threads.

static atomic_long g_handled;
static atomic_int g_storming;
static pthread_t g_storm;

// Its errno is another, and it takes some of the stack.
static void OnStorm(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)info;
  (void)context;
  const int error = errno;
  volatile char used[2048];
  memset((void*)used, 1, sizeof used);
  errno = EBADF;
  atomic_fetch_add(&g_handled, 1);
  errno = error;
}

static void* Storm(void* pause) {
  const pid_t own = (pid_t)syscall(SYS_gettid);
  while (atomic_load(&g_storming) != 0) {
    DIR* tasks = opendir("/proc/self/task");
    struct dirent* entry;
    while ((entry = readdir(tasks)) != NULL) {
      const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
      if (thread > 0 && thread != own) Signal(thread, kStorm);
    }
    closedir(tasks);
    Sleep((long)(intptr_t)pause);
  }
  return NULL;
}

// Each thread gets one, again after this many nanoseconds.
void faults_storm(long pause) {
  Handle(kStorm, OnStorm);
  atomic_store(&g_handled, 0);
  atomic_store(&g_storming, 1);
  pthread_create(&g_storm, NULL, Storm, (void*)(intptr_t)pause);
}

// Returns how many were handled.
long faults_calm(void) {
  atomic_store(&g_storming, 0);
  pthread_join(g_storm, NULL);
  return atomic_load(&g_handled);
}

// ---- A clock of the day that is set.

static atomic_long g_shift;

void faults_set_clock(long nanoseconds) {
  atomic_store(&g_shift, nanoseconds);
}

// Of the C library: it reads the clock without a call of the kernel.
static int (*Real(void))(clockid_t, struct timespec*) {
  static _Atomic(void*) real;
  void* found = atomic_load(&real);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, "clock_gettime");
    atomic_store(&real, found);
  }
  return (int (*)(clockid_t, struct timespec*))(intptr_t)found;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  const int result = Real()(clock, time);
  const long shift = atomic_load(&g_shift);
  if (result == 0 && shift != 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    const int64_t all = time->tv_sec * INT64_C(1000000000) + time->tv_nsec + shift;
    time->tv_sec = all / 1000000000;
    time->tv_nsec = all % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval* time, void* zone) {
  (void)zone;
  struct timespec now;
  const int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}
