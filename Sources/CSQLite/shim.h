#include <sqlite3.h>

// Counting memory takes a lock that all threads share, each time that any of them allocates. sqlite3_config takes
// different arguments for each setting, which a Swift import cannot call. Returns SQLITE_OK, or SQLITE_MISUSE where
// SQLite has been used before: then it goes on counting.
static inline int modexport_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
