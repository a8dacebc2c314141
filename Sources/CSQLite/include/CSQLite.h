#pragma once

/// Turns off SQLite's counters of allocated memory, which nothing reads: they take a lock for each allocation.
///
/// It has no effect once SQLite is in use. SQLite's function has variadic arguments, which Swift can't call.
void sqliteTurnOffMemoryCounters(void);
