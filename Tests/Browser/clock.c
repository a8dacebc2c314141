// Preloaded into a program, it shows another time of day: the one that is in CLOCK_STARTS (seconds since 1970) when the
// program starts, or else the real one and CLOCK_AHEAD seconds. Only the calendar is moved; what measures durations goes on as
// it did, so timers work. Waits until a moment of the calendar are the system's, and would last as much longer.

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t ahead;

__attribute__((constructor)) static void start(void) {
    struct timespec now;
    const char *text = getenv("CLOCK_STARTS"), *seconds = getenv("CLOCK_AHEAD");
    if (seconds) ahead = atoll(seconds);
    if (text && syscall(SYS_clock_gettime, CLOCK_REALTIME, &now) == 0) ahead = atoll(text) - now.tv_sec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += ahead;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
