#include <malloc.h>

// Takes all memory from one arena. Else the C library opens up to eight for each core, and what one thread frees serves no
// other: on many cores a run takes a multiple of the memory.
static inline void modexport_use_one_arena(void) {
  mallopt(M_ARENA_MAX, 1);
}
