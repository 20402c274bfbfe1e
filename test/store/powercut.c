/*
 * Records, in one order over all threads, what a process does to the files of a folder, and what it says: writes,
 * truncations, names made and removed, fsyncs from their beginning to their end, and its standard output. From that
 * record powercut.ts makes what a power cut may have left at any moment.
 *
 * POWERCUT_FOLDER is the folder's absolute path; POWERCUT_TRACE names the record. Linux; loaded with LD_PRELOAD.
 * A record is five words of eight bytes (what, file, offset or number, length of what follows, 0) and what follows.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum what { FOUND = 1, CREATED, REMOVED, WRITTEN, TRUNCATED, SYNCING, SYNCED, SAID };

/* The folder itself, as a file; 0 is none of its. */
enum { FOLDER = 1, MAX_DESCRIPTORS = 4096, MAX_FILES = 64 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;
static int files[MAX_DESCRIPTORS];
static struct { char name[NAME_MAX + 1]; int file; } names[MAX_FILES];
static int name_count;
static int last_file = FOLDER;
static uint64_t last_sync;

static void fail(const char *why) {
  dprintf(2, "powercut: %s\n", why);
  _exit(70);
}

static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }

static void record(enum what what, int file, uint64_t offset, const void *data, uint64_t length) {
  if (trace < 0) {
    const char *path = getenv("POWERCUT_TRACE");
    trace = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (trace < 0) fail("POWERCUT_TRACE cannot be written");
  }
  uint64_t head[5] = {what, file, offset, length, 0};
  struct iovec parts[2] = {{head, sizeof head}, {(void *)data, length}};
  if (syscall(SYS_writev, trace, parts, 2) != (long)(sizeof head + length)) fail("the trace cannot be written");
}

/* The name that a path has in the folder; "" for the folder itself, NULL for what is elsewhere or is only memory. */
static const char *name_of(const char *path) {
  const char *folder = getenv("POWERCUT_FOLDER");
  size_t length = folder ? strlen(folder) : 0;
  if (length == 0 || strncmp(path, folder, length) != 0) return NULL;
  if (path[length] == '\0') return "";
  if (path[length] != '/' || strlen(path + length + 1) > NAME_MAX) return NULL;
  const char *end = strrchr(path, '-');
  return end && strcmp(end, "-shm") == 0 ? NULL : path + length + 1;
}

static int file_of(int fd) { return fd >= 0 && fd < MAX_DESCRIPTORS ? files[fd] : 0; }

static int *find(const char *name) {
  for (int i = 0; i < name_count; i++) if (strcmp(names[i].name, name) == 0) return &names[i].file;
  if (name_count == MAX_FILES) fail("too many files");
  strcpy(names[name_count].name, name);
  return &names[name_count++].file;
}

static int open_recorded(int directory, const char *path, int flags, mode_t mode) {
  const char *name = path[0] == '/' ? name_of(path) : NULL;
  if (name == NULL) return syscall(SYS_openat, directory, path, flags, mode);
  lock();
  int there = access(path, F_OK) == 0;
  int fd = syscall(SYS_openat, directory, path, flags, mode);
  if (fd >= 0) {
    if (fd >= MAX_DESCRIPTORS) fail("too many descriptors");
    int *file = name[0] == '\0' ? NULL : find(name);
    if (file && (*file == 0 || !there)) {
      *file = ++last_file;
      record(there ? FOUND : CREATED, *file, 0, name, strlen(name));
    }
    files[fd] = file ? *file : FOLDER;
    if (there && (flags & O_TRUNC)) record(TRUNCATED, files[fd], 0, NULL, 0);
  }
  unlock();
  return fd;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & O_CREAT) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return open_recorded(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_recorded(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return open_recorded(at, path, flags, mode); }

int close(int fd) {
  lock();
  if (file_of(fd)) files[fd] = 0;
  int result = syscall(SYS_close, fd);
  unlock();
  return result;
}

int unlink(const char *path) {
  const char *name = name_of(path);
  if (name == NULL) return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  lock();
  int result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (result == 0) {
    *find(name) = 0;
    record(REMOVED, 0, 0, name, strlen(name));
  }
  unlock();
  return result;
}

/* Recorded before it is done: a process that is killed in between has at most one record too many. */
static ssize_t write_at(int fd, const void *data, size_t length, off_t offset) {
  lock();
  if (file_of(fd)) record(WRITTEN, file_of(fd), offset, data, length);
  ssize_t result = syscall(SYS_pwrite64, fd, data, length, offset);
  if (file_of(fd) && result != (ssize_t)length) fail("a write failed");
  unlock();
  return result;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return write_at(fd, data, length, offset); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) { return write_at(fd, data, length, offset); }

static void say(int fd, const void *data, size_t length) {
  if (file_of(fd)) fail("a file is written without an offset");
  if (fd != 1 || length == 0) return;
  lock();
  record(SAID, 0, 0, data, length);
  unlock();
}
ssize_t write(int fd, const void *data, size_t length) {
  ssize_t result = syscall(SYS_write, fd, data, length);
  say(fd, data, result > 0 ? result : 0);
  return result;
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t result = syscall(SYS_writev, fd, parts, count);
  ssize_t rest = result > 0 ? result : 0;
  for (int i = 0; i < count; i++) {
    size_t length = rest < (ssize_t)parts[i].iov_len ? (size_t)rest : parts[i].iov_len;
    say(fd, parts[i].iov_base, length);
    rest -= length;
  }
  return result;
}

static int truncate_recorded(int fd, off_t length) {
  lock();
  if (file_of(fd)) record(TRUNCATED, file_of(fd), length, NULL, 0);
  int result = syscall(SYS_ftruncate, fd, length);
  if (file_of(fd) && result != 0) fail("a truncation failed");
  unlock();
  return result;
}
int ftruncate(int fd, off_t length) { return truncate_recorded(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_recorded(fd, length); }

/* What is written meanwhile is not synced by it, so others go on. */
static int sync_recorded(long call, int fd) {
  lock();
  int file = file_of(fd);
  uint64_t number = ++last_sync;
  if (file) record(SYNCING, file, number, NULL, 0);
  unlock();
  int result = syscall(call, fd);
  lock();
  if (file && result == 0) record(SYNCED, file, number, NULL, 0);
  unlock();
  return result;
}
int fsync(int fd) { return sync_recorded(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_recorded(SYS_fdatasync, fd); }
