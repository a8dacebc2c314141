#ifndef HEAP_COUNTER_H
#define HEAP_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What happened on the heap between heap_counter_start and heap_counter_stop, on all threads that are not left out.
typedef struct {
    /// Blocks allocated, those that have been freed since included.
    int64_t allocations;
    /// Bytes of blocks allocated less those of blocks freed: by how much the live heap has grown.
    int64_t bytes;
} heap_use;

/// Whether the heap can be counted on this system: with glibc only.
bool heap_counter_is_available(void);

/// What the calling thread allocates is not counted from here on: it only drives what is measured.
void heap_counter_leave_out_this_thread(void);

/// Starts to count, from zero.
void heap_counter_start(void);

/// Stops, and gives what has been counted; zeroes where the heap can't be counted.
heap_use heap_counter_stop(void);

/// Gives what is free back to the system, so that the resident memory is what is in use.
void heap_counter_trim(void);

#endif
