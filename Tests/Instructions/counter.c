// A plugin of QEMU's user mode (7.2 to 8.2): counts the instructions that a program executes, on all its threads, into
// the first eight bytes of a file. Whoever reads the file has the count of that moment.
//
//   qemu-x86_64 -plugin counter.so,into=FILE PROGRAM
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The part of QEMU's plugin interface that is used here: Debian has no package with its header.
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_info_t;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_inline(
    struct qemu_plugin_tb *block, enum qemu_plugin_op operation, void *counter, uint64_t number);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

int qemu_plugin_version = 1;

static uint64_t *count;

// Two threads that add at the same moment may lose an addition: a request is worked on by one at a time.
static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(
        block, QEMU_PLUGIN_INLINE_ADD_U64, count, qemu_plugin_tb_n_insns(block));
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv) {
    (void)info;
    if (argc != 1 || strncmp(argv[0], "into=", 5) != 0) return 1;
    int file = open(argv[0] + 5, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, sizeof *count) != 0) return 1;
    void *memory = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return 1;
    count = memory;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
