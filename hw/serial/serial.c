// SPDX-License-Identifier: MIT
#include "hw/serial/serial.h"
#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>

static void copy_text(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text ? text : ""); }

static void describe(struct sp_port *port, hw_port_info *info) {
    memset(info, 0, sizeof *info);
    copy_text(info->path, sizeof info->path, sp_get_port_name(port));
    copy_text(info->what, sizeof info->what, sp_get_port_description(port));
    if (sp_get_port_transport(port) != SP_TRANSPORT_USB) return;
    if (sp_get_port_usb_vid_pid(port, &info->vendor, &info->product) != SP_OK) info->vendor = info->product = 0;
    copy_text(info->serial, sizeof info->serial, sp_get_port_usb_serial(port));
}

int hw_port_list(hw_port_info *info, int n) {
    struct sp_port **list;
    int count = 0;
    if (sp_list_ports(&list) != SP_OK) return -1;
    for (; list[count]; count++)
        if (count < n) describe(list[count], &info[count]);
    sp_free_port_list(list);
    return count;
}

#define ALIKE 16 // largest number of similar adapters

// A wanted adapter; serial NULL: any serial number, "": none.
typedef struct adapter {
    int vendor, product;
    const char *serial;
} adapter;

static bool matches_adapter(const hw_port_info *i, const adapter *a) {
    return i->vendor == a->vendor && i->product == a->product && (!a->serial || strcmp(i->serial, a->serial) == 0);
}

// Finds the connected adapters like *a: first the one at `first`, then the one at `second`, then the others. Returns
// their number.
static int find_similar_adapters(const adapter *a, const char *first, const char *second, char path[ALIKE][256]) {
    struct sp_port **list;
    int n = 0;
    if (sp_list_ports(&list) != SP_OK) return 0;
    for (int rank = 0; rank < 3; rank++)
        for (int i = 0; list[i] && n < ALIKE; i++) {
            hw_port_info info;
            describe(list[i], &info);
            int own = strcmp(info.path, first) == 0 ? 0 : strcmp(info.path, second) == 0 ? 1 : 2;
            if (own == rank && matches_adapter(&info, a)) copy_text(path[n++], sizeof path[0], info.path);
        }
    sp_free_port_list(list);
    return n;
}

static bool parse_usb(const char *name, adapter *a) {
    unsigned v, p;
    int used = 0;
    if (name[0] == '/' || sscanf(name, "%4x:%4x%n", &v, &p, &used) != 2) return false;
    if (name[used] != '\0' && name[used] != ':') return false;
    *a = (adapter){(int)v, (int)p, name[used] ? name + used + 1 : NULL};
    return true;
}

static enum sp_return set_line(struct sp_port *port) {
    enum sp_return r = sp_set_baudrate(port, HW_SERIAL_BAUD);
    if (r == SP_OK) r = sp_set_bits(port, 8);
    if (r == SP_OK) r = sp_set_parity(port, SP_PARITY_NONE);
    if (r == SP_OK) r = sp_set_stopbits(port, 1);
    if (r == SP_OK) r = sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE);
    return r;
}

// Makes the port exclusive and close-on-exec, which libserialport 0.1.1 does not. The flock also stops root, which
// TIOCEXCL does not.
static bool lock_port(hw_port *p) {
    return sp_get_port_handle(p->port, &p->fd) == SP_OK && flock(p->fd, LOCK_EX | LOCK_NB) == 0 &&
           ioctl(p->fd, TIOCEXCL) == 0 && fcntl(p->fd, F_SETFD, FD_CLOEXEC) == 0;
}

// Reports the failed step; errno must be that step's.
static rt_status report_failure(hw_port *p, const char *step, char *why, size_t size) {
    int code = errno;
    snprintf(why, size, "%s: %s: %s", p->path, step, code ? strerror(code) : "not possible");
    hw_port_close(p);
    return RT_ERR_DEVICE;
}

static rt_status open_path(hw_port *p, const char *path, char *why, size_t size) {
    struct sp_port *port = NULL;
    char *real = realpath(path, NULL); // libserialport 0.1.1 accepts no links
    copy_text(p->path, sizeof p->path, real ? real : path);
    if (!real) return report_failure(p, "not found", why, size);
    free(real);
    errno = 0;
    if (sp_get_port_by_name(p->path, &port) != SP_OK) return report_failure(p, "not a serial port", why, size);
    if (sp_open(port, SP_MODE_READ_WRITE) != SP_OK) {
        int code = errno;
        sp_free_port(port);
        errno = code;
        return report_failure(p, "cannot be opened", why, size);
    }
    p->port = port;
    if (!lock_port(p))
        return report_failure(p, errno == EWOULDBLOCK ? "in use by another program" : "cannot be locked", why, size);
    if (set_line(port) != SP_OK) return report_failure(p, "cannot be set to 115200 8N1", why, size);
    sp_flush(port, SP_BUF_BOTH); // earlier bytes are stale
    hw_port_info info;
    describe(port, &info);
    p->vendor = info.vendor;
    p->product = info.product;
    copy_text(p->serial, sizeof p->serial, info.serial);
    return RT_OK;
}

// Opens a similar adapter; each call tries the next one, in rotation.
static rt_status open_similar_adapter(hw_port *p, const adapter *a, const char *configured, char *why, size_t size) {
    char path[ALIKE][256];
    int n = find_similar_adapters(a, p->home, configured, path);
    for (int k = 0; k < n; k++, p->turn++)
        if (open_path(p, path[p->turn % (unsigned)n], why, size) == RT_OK) {
            p->turn++;
            return RT_OK;
        }
    if (n == 0) snprintf(why, size, "no such adapter plugged in");
    return RT_ERR_DEVICE;
}

rt_status hw_port_open(hw_port *p, const char *name, char *why, size_t size) {
    adapter wanted;
    memset(p, 0, sizeof *p);
    if (!parse_usb(name, &wanted)) return open_path(p, name, why, size);
    char reason[512];
    rt_status status = open_similar_adapter(p, &wanted, "", reason, sizeof reason);
    if (status != RT_OK) snprintf(why, size, "%s: %s", name, reason);
    return status;
}

rt_status hw_port_reopen(hw_port *p, const char *name, char *why, size_t size) {
    adapter named;
    if (p->vendor == 0) return hw_port_open(p, name, why, size);
    char *configured = parse_usb(name, &named) ? NULL : realpath(name, NULL);
    const adapter ours = {p->vendor, p->product, p->serial};
    rt_status status = open_similar_adapter(p, &ours, configured ? configured : "", why, size);
    free(configured);
    return status;
}

void hw_port_record_answer(hw_port *p) {
    copy_text(p->home, sizeof p->home, p->path);
    p->turn = 0;
}

void hw_port_close(hw_port *p) {
    if (!p->port) return;
    sp_close(p->port);
    sp_free_port(p->port);
    p->port = NULL;
    p->fd = -1;
}

// After a hang-up libserialport reads zero bytes without an error; only sp_input_waiting fails.
int hw_port_read(hw_port *p, uint8_t *bytes, size_t room) {
    int n = sp_nonblocking_read(p->port, bytes, room);
    if (n == 0 && sp_input_waiting(p->port) < 0) return -1;
    return n < 0 ? -1 : n;
}

// libserialport 0.1.1 reports a full line, EAGAIN, as a failure.
int hw_port_write(hw_port *p, const uint8_t *bytes, size_t n) {
    errno = 0;
    int taken = sp_nonblocking_write(p->port, bytes, n);
    if (taken >= 0) return taken;
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
}
