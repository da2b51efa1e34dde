#include <malloc.h>

// Swift's module of the C library leaves this header out.
static inline int modexport_limit_arenas(int count) {
  return mallopt(M_ARENA_MAX, count);
}
