// The system's zlib (Debian's zlib1g-dev; macOS has it).
#include <zlib.h>
