/* A clock for programs under test, by LD_PRELOAD. With CLOCK_AT=SECONDS, of Unix time, the real-time clock stands
   at that moment; with CLOCK_SHIFT=SECONDS it is so far ahead, or behind where negative. Monotonic clocks run on. */

#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int stands;
static long long seconds;

__attribute__((constructor)) static void read_settings(void) {
  const char *at = getenv("CLOCK_AT"), *shift = getenv("CLOCK_SHIFT");
  stands = at != NULL;
  seconds = at != NULL ? atoll(at) : shift != NULL ? atoll(shift) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  if (stands) *now = (struct timespec){0};
  now->tv_sec += seconds;
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  *now = (struct timeval){.tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}
