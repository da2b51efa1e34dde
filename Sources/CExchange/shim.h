#include <errno.h>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Swaps two paths in one step, so that nobody ever sees either of them missing. The C library
// declares renameat2 only where _GNU_SOURCE is set, which a Swift import cannot do. Returns 0, or -1
// with errno set; ENOSYS or EINVAL where the system or the file system cannot do it.
static inline int modexport_exchange(const char *one, const char *other) {
#if defined(__linux__) && defined(SYS_renameat2)
  const unsigned int exchange = 1U << 1; // RENAME_EXCHANGE
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, exchange);
#else
  (void)one;
  (void)other;
  errno = ENOSYS;
  return -1;
#endif
}
