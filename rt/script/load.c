// SPDX-License-Identifier: MIT
#include "rt/script/read.h"
#include <math.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *file, const char *ending) {
    size_t n = strlen(file), m = strlen(ending);
    return n > m && strcasecmp(file + n - m, ending) == 0;
}

rt_status rt_script_load(const char *file, rt_script *s, rt_diag *d) {
    rt_status status = RT_ERR_USAGE;
    memset(s, 0, sizeof *s);
    if (ends_with(file, ".rec")) return rt_script_load_recording(file, s, d);
    if (ends_with(file, ".csv"))
        status = rt_script_read_csv(file, s, d);
    else if (ends_with(file, ".yaml") || ends_with(file, ".yml"))
        status = rt_script_read_yaml(file, s, d);
    else
        rt_diag_error(d, file, 0, 0, "expected a script that ends in .csv, .yaml, .yml or .rec");
    if (status == RT_OK && s->n == 0) {
        rt_diag_error(d, file, 0, 0, "has no rows");
        status = RT_ERR_FORMAT;
    }
    if (status != RT_OK) {
        rt_script_free(s);
        return status;
    }
    if (fabs(s->row[0][RT_SCRIPT_LEVER]) >= rt_command_limits_default().neutral)
        rt_diag_warning(d, file, 0, 0,
                        "starts with the lever at %g: the controls stay locked until the lever is at neutral",
                        s->row[0][RT_SCRIPT_LEVER]);
    return RT_OK;
}
