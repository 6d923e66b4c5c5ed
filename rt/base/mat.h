// SPDX-License-Identifier: MIT
// MAT files, level 5 (The MathWorks, "MAT-File Format", level 5), as MATLAB, Octave and SciPy read them: real matrices
// and rows of text. Little-endian, not compressed.
#ifndef HAWSE_RT_BASE_MAT_H
#define HAWSE_RT_BASE_MAT_H

#include "rt/base/whole_file.h"

#define RT_MAT_NAME 64 // room for a name, which has fewer than 64 letters

typedef struct rt_mat {
    rt_whole_file whole;
} rt_mat;

// Begins a file that appears under its name when rt_mat_close has it whole (rt_whole_open). RT_ERR_FILE with a message.
rt_status rt_mat_open(rt_mat *m, const char *path, rt_diag *d);
// Adds a matrix (rows × columns, column after column); false when it is larger than the format takes: 2 GiB.
bool rt_mat_matrix(rt_mat *m, const char *name, uint32_t rows, uint32_t columns, const double *value);
// Adds a matrix of characters with a line in each row, filled up with blanks.
bool rt_mat_text(rt_mat *m, const char *name, const char *const *line, uint32_t rows);
// RT_ERR_FILE with a message when it could not be written whole; what there is stays in FILE.part.
rt_status rt_mat_close(rt_mat *m, rt_diag *d);
// The name as MATLAB accepts it: letters, digits and '_', first a letter. Other characters become '_'.
void rt_mat_name(const char *name, char made[RT_MAT_NAME]);

#endif
