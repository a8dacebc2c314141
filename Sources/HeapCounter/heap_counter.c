// Counts what a Swift program allocates. The runtime has no counter of its own, and those of the processor (`perf stat`)
// are not available in containers; but every allocation, swift_allocObject's included, ends in malloc, and an executable
// may have a malloc of its own, which then takes the place of the C library's. So this is for executables that measure:
// whatever links it gets these functions.
//
// It counts only between start and stop. At other times there is one test of a flag, so that what allocates much isn't
// made slower while time is measured.

#include "heap_counter.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// The C library's own, under the names that it keeps for this purpose.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static bool is_counting;
static int64_t allocations;
static int64_t bytes;

static __thread bool is_left_out;

static bool counts(void) { return __atomic_load_n(&is_counting, __ATOMIC_RELAXED) && !is_left_out; }

static void add(int64_t *total, int64_t amount) { __atomic_fetch_add(total, amount, __ATOMIC_RELAXED); }

// The bytes that a block takes rather than those that were asked for: so freeing it counts the same number.
static int64_t size_of(void *block) { return (int64_t)malloc_usable_size(block); }

static void *counted(void *block) {
    if (block && counts()) {
        add(&allocations, 1);
        add(&bytes, size_of(block));
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = counted(__libc_memalign(alignment, size));
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *realloc(void *block, size_t size) {
    int64_t before = block && counts() ? size_of(block) : 0;
    void *made = __libc_realloc(block, size);
    // Without a new block the old one stays, unless it was to be freed.
    if (before && (made || size == 0)) add(&bytes, -before);
    return counted(made);
}

void free(void *block) {
    if (block && counts()) add(&bytes, -size_of(block));
    __libc_free(block);
}

bool heap_counter_is_available(void) { return true; }

void heap_counter_trim(void) { malloc_trim(0); }

void heap_counter_leave_out_this_thread(void) { is_left_out = true; }

void heap_counter_start(void) {
    __atomic_store_n(&allocations, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&bytes, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&is_counting, true, __ATOMIC_RELAXED);
}

heap_use heap_counter_stop(void) {
    __atomic_store_n(&is_counting, false, __ATOMIC_RELAXED);
    heap_use use = {
        __atomic_load_n(&allocations, __ATOMIC_RELAXED),
        __atomic_load_n(&bytes, __ATOMIC_RELAXED),
    };
    return use;
}

#else

bool heap_counter_is_available(void) { return false; }

void heap_counter_trim(void) {}

void heap_counter_leave_out_this_thread(void) {}

void heap_counter_start(void) {}

heap_use heap_counter_stop(void) {
    heap_use nothing = {0, 0};
    return nothing;
}

#endif
