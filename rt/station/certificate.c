// SPDX-License-Identifier: MIT
#include "rt/station/certificate.h"
#include "rt/file/input_file.h"
#include <errno.h>
#include <fcntl.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PEM_MOST = 65536, YEARS = 5, SERIAL = 16 };
#define YEAR_S ((time_t)31557600)

bool certificate_is_possible(void) { return true; }

// ---- made and kept -------------------------------------------------------------------------------------------------

static rt_status default_path(char path[PATH_MAX], rt_diag *d) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    // XDG base directory specification: a relative path is invalid and ignored.
    if (data && data[0] == '/')
        n = snprintf(path, PATH_MAX, "%s/hawse/station.pem", data);
    else if (home && home[0] == '/')
        n = snprintf(path, PATH_MAX, "%s/.local/share/hawse/station.pem", home);
    if (n > 0 && n < PATH_MAX) return RT_OK;
    rt_diag_error(d, NULL, 0, 0,
                  "no folder for the page's certificate: expected an absolute path in XDG_DATA_HOME or HOME; name a "
                  "file with --station-tls");
    return RT_ERR_USAGE;
}

// Makes the folders of the path.
static void make_folders(const char *path) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; (c = strchr(c, '/')); *c++ = '/') {
        *c = 0;
        mkdir(part, 0700);
    }
}

// X.509 version 3 for a server, self-signed; fails with a negative code of GnuTLS.
static int describe(gnutls_x509_crt_t crt, gnutls_x509_privkey_t key) {
    static const char name[] = "hawse station";
    unsigned char serial[SERIAL];
    const time_t now = time(NULL);
    int n = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
    serial[0] &= 0x7f; // positive
    if (n >= 0) n = gnutls_x509_crt_set_version(crt, 3);
    if (n >= 0) n = gnutls_x509_crt_set_serial(crt, serial, sizeof serial);
    if (n >= 0) n = gnutls_x509_crt_set_activation_time(crt, now - 86400); // clocks of a network differ
    if (n >= 0) n = gnutls_x509_crt_set_expiration_time(crt, now + YEARS * YEAR_S);
    if (n >= 0) n = gnutls_x509_crt_set_dn_by_oid(crt, GNUTLS_OID_X520_COMMON_NAME, 0, name, sizeof name - 1);
    if (n >= 0) n = gnutls_x509_crt_set_key(crt, key);
    if (n >= 0) n = gnutls_x509_crt_set_basic_constraints(crt, 0, -1);
    if (n >= 0) n = gnutls_x509_crt_set_key_purpose_oid(crt, GNUTLS_KP_TLS_WWW_SERVER, 0);
    return n < 0 ? n : gnutls_x509_crt_sign2(crt, crt, key, GNUTLS_DIG_SHA256, 0);
}

// Appends certificate or key as PEM to a file that only its owner can read.
static bool write_pem(int fd, const gnutls_datum_t *pem) {
    return write(fd, pem->data, pem->size) == (ssize_t)pem->size;
}

static int make(int fd) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t crt = NULL;
    gnutls_datum_t pem[2] = {{NULL, 0}, {NULL, 0}};
    int n = gnutls_x509_privkey_init(&key);
    if (n >= 0) n = gnutls_x509_crt_init(&crt);
    if (n >= 0)
        n = gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    if (n >= 0) n = describe(crt, key);
    if (n >= 0) n = gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_PEM, &pem[0]);
    if (n >= 0) n = gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &pem[1]);
    if (n >= 0 && !(write_pem(fd, &pem[0]) && write_pem(fd, &pem[1]) && fsync(fd) == 0)) n = GNUTLS_E_FILE_ERROR;
    if (pem[1].data) gnutls_memset(pem[1].data, 0, pem[1].size);
    gnutls_free(pem[0].data);
    gnutls_free(pem[1].data);
    if (crt) gnutls_x509_crt_deinit(crt);
    if (key) gnutls_x509_privkey_deinit(key);
    return n;
}

// Makes the kept certificate under another name first: a killed program leaves no half of one.
static rt_status make_kept(const char *path, rt_diag *d) {
    char part[PATH_MAX + 16];
    make_folders(path);
    snprintf(part, sizeof part, "%s.XXXXXX", path);
    const int fd = mkstemp(part); // mode 0600
    const int n = fd >= 0 ? make(fd) : GNUTLS_E_FILE_ERROR;
    if (fd >= 0) close(fd);
    if (n >= 0 && rename(part, path) == 0) return RT_OK;
    rt_diag_error(d, path, 0, 0, "the page's certificate cannot be made: %s; name a file with --station-tls",
                  n == GNUTLS_E_FILE_ERROR || n >= 0 ? strerror(errno) : gnutls_strerror(n));
    if (fd >= 0) unlink(part);
    return RT_ERR_FILE;
}

// ---- reading -------------------------------------------------------------------------------------------------------

static rt_status refuse(const char *path, const char *why, rt_diag *d) {
    rt_diag_error(d, path, 0, 0, "%s", why);
    return RT_ERR_FILE;
}

static rt_status read_pem(const char *path, char **pem, rt_diag *d) {
    struct stat st;
    char why[RT_INPUT_WHY], text[RT_INPUT_WHY + 64];
    const int fd = rt_input_open(path, why);
    if (fd < 0) {
        snprintf(text, sizeof text, "the page's certificate cannot be opened: %s", why);
        return refuse(path, text, d);
    }
    ssize_t n = -1;
    *pem = calloc(1, PEM_MOST + 1);
    const bool known = fstat(fd, &st) == 0, own = known && (st.st_mode & 077) == 0;
    if (*pem && own) n = read(fd, *pem, PEM_MOST);
    close(fd);
    if (!own) return refuse(path, "others can read the page's private key: chmod 600 it", d);
    if (n > 0 && n < PEM_MOST) return RT_OK;
    return refuse(path, "expected a certificate and its private key (PEM), found another size", d);
}

// What is wrong with the pair; NULL: nothing. Writes the fingerprint.
static const char *check_pair(gnutls_x509_crt_t crt, gnutls_x509_privkey_t key, const char *pem,
                              char print[CERTIFICATE_PRINT]) {
    const gnutls_datum_t in = {(unsigned char *)(uintptr_t)pem, (unsigned)strlen(pem)};
    unsigned char of_crt[32], of_key[32], hash[32];
    size_t n = sizeof of_crt, m = sizeof of_key, length = sizeof hash;
    if (gnutls_x509_crt_import(crt, &in, GNUTLS_X509_FMT_PEM) < 0) return "expected a certificate (PEM), found none";
    if (gnutls_x509_privkey_import2(key, &in, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN) < 0)
        return "expected a private key without password (PEM) beside the certificate, found none";
    if (gnutls_x509_crt_get_key_id(crt, GNUTLS_KEYID_USE_SHA256, of_crt, &n) < 0 ||
        gnutls_x509_privkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256, of_key, &m) < 0 || n != m ||
        memcmp(of_crt, of_key, n) != 0)
        return "the private key does not belong to the certificate";
    if (gnutls_x509_crt_get_expiration_time(crt) < time(NULL)) return "the certificate has expired";
    if (gnutls_x509_crt_get_fingerprint(crt, GNUTLS_DIG_SHA256, hash, &length) < 0) return "it has no fingerprint";
    for (size_t k = 0; k < length; k++) snprintf(print + 3 * k, 4, k + 1 < length ? "%02X:" : "%02X", hash[k]);
    return NULL;
}

static rt_status check(const char *path, bool kept, certificate *c, rt_diag *d) {
    gnutls_x509_crt_t crt = NULL;
    gnutls_x509_privkey_t key = NULL;
    char text[256];
    const bool good = gnutls_x509_crt_init(&crt) >= 0 && gnutls_x509_privkey_init(&key) >= 0;
    const char *why = good ? check_pair(crt, key, c->pem, c->fingerprint) : "no memory";
    if (crt) gnutls_x509_crt_deinit(crt);
    if (key) gnutls_x509_privkey_deinit(key);
    if (!why) return RT_OK;
    snprintf(text, sizeof text, "%s%s", why, kept ? ": delete this file, and the next start makes another" : "");
    return refuse(path, text, d);
}

rt_status certificate_load(const char *file, certificate *c, rt_diag *d) {
    char path[PATH_MAX];
    rt_status status = RT_OK;
    *c = (certificate){0};
    if (!file) status = default_path(path, d);
    if (status == RT_OK && !file && access(path, F_OK) != 0) status = make_kept(path, d);
    if (status == RT_OK) status = read_pem(file ? file : path, &c->pem, d);
    if (status == RT_OK) status = check(file ? file : path, !file, c, d);
    if (status != RT_OK) certificate_free(c);
    return status;
}

void certificate_free(certificate *c) {
    if (c->pem) gnutls_memset(c->pem, 0, strlen(c->pem));
    free(c->pem);
    c->pem = NULL;
}
