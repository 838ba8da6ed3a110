/* Faults of the system, for the campaign: loaded before libc by LD_PRELOAD, inherited by every process of a run.
   FAULT_CLOCK=1        the time of day runs backwards, ten seconds for every second
   FAULT_CLOCK=2        while the file FAULT_SWITCH exists, the time of day is ten years ahead
   FAULT_NOSPACE=DIR    while the file FAULT_SWITCH exists, writing below DIR fails as on a full disk
   FAULT_READONLY=DIR   while it exists, opening a file below DIR for writing fails as on a read-only file system */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int on(void) { const char *s = getenv("FAULT_SWITCH"); return s && access(s, F_OK) == 0; }
static int below(const char *dir, const char *path) {
    char real[PATH_MAX];
    if (!dir || !path) return 0;
    if (path[0] != '/') { if (!getcwd(real, sizeof real)) return 0; strncat(real, "/", sizeof real - strlen(real) - 1); strncat(real, path, sizeof real - strlen(real) - 1); path = real; }
    return strncmp(path, dir, strlen(dir)) == 0;
}

int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*next)(clockid_t, struct timespec *); static time_t first;
    if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
    int r = next(id, t);
    const char *how = getenv("FAULT_CLOCK");
    if (!r && id == CLOCK_REALTIME && how && how[0] == '2') { if (on()) t->tv_sec += 315576000; return r; }
    if (!r && id == CLOCK_REALTIME && how) { if (!first) first = t->tv_sec; t->tv_sec -= 3600 + 11*(t->tv_sec - first); }
    return r;
}
time_t time(time_t *out) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); if (out) *out = t.tv_sec; return t.tv_sec; }
int gettimeofday(struct timeval *tv, void *zone) { struct timespec t; (void)zone; clock_gettime(CLOCK_REALTIME, &t); tv->tv_sec = t.tv_sec; tv->tv_usec = t.tv_nsec/1000; return 0; }

ssize_t write(int fd, const void *data, size_t n) {
    static ssize_t (*next)(int, const void *, size_t); char name[64], path[PATH_MAX]; ssize_t k;
    if (!next) next = dlsym(RTLD_NEXT, "write");
    if (getenv("FAULT_NOSPACE") && on()) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        if ((k = readlink(name, path, sizeof path - 1)) > 0) { path[k] = 0; if (below(getenv("FAULT_NOSPACE"), path)) { errno = ENOSPC; return -1; } }
    }
    return next(fd, data, n);
}

static int refused(const char *path, int flags) {
    if ((flags & O_ACCMODE) == O_RDONLY && !(flags & O_CREAT)) return 0;
    if (!getenv("FAULT_READONLY") || !on() || !below(getenv("FAULT_READONLY"), path)) return 0;
    errno = EROFS; return 1;
}
#define OPENER(NAME) int NAME(const char *path, int flags, ...) { \
    static int (*next)(const char *, int, ...); va_list a; va_start(a, flags); int mode = va_arg(a, int); va_end(a); \
    if (!next) next = dlsym(RTLD_NEXT, #NAME); return refused(path, flags) ? -1 : next(path, flags, mode); }
OPENER(open)
OPENER(open64)
#define OPENER_AT(NAME) int NAME(int at, const char *path, int flags, ...) { \
    static int (*next)(int, const char *, int, ...); va_list a; va_start(a, flags); int mode = va_arg(a, int); va_end(a); \
    if (!next) next = dlsym(RTLD_NEXT, #NAME); return refused(path, flags) ? -1 : next(at, path, flags, mode); }
OPENER_AT(openat)
OPENER_AT(openat64)
