#include <errno.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Swaps two names in one step, so that nobody ever sees either of them missing. The names stand in
// folders that are open. The C library declares renameat2 only where _GNU_SOURCE is set, which a
// Swift import cannot do. Returns 0, or -1 with errno set; ENOSYS or EINVAL where the system or the
// file system cannot do it.
static inline int modexport_exchange(int folder, const char *name, int other, const char *other_name) {
#if defined(__linux__) && defined(SYS_renameat2)
  const unsigned int exchange = 1U << 1; // RENAME_EXCHANGE
  return (int)syscall(SYS_renameat2, folder, name, other, other_name, exchange);
#else
  (void)folder;
  (void)name;
  (void)other;
  (void)other_name;
  errno = ENOSYS;
  return -1;
#endif
}
