// The system's zlib (Debian's zlib1g-dev; macOS has it).
#include <zlib.h>

#if ZLIB_VERNUM < 0x12c0
#error "zlib 1.2.12 or newer is needed: earlier ones have no crc32_combine_gen"
#endif
