#include "CSQLite.h"

#include <sqlite3.h>

void sqliteTurnOffMemoryCounters(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
