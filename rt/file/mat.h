// SPDX-License-Identifier: MIT
// MAT files, level 5 (The MathWorks, "MAT-File Format", level 5), for MATLAB, Octave and SciPy: real matrices and rows
// of text. Little-endian, not compressed.
#ifndef HAWSE_RT_FILE_MAT_H
#define HAWSE_RT_FILE_MAT_H

#include "rt/file/whole_file.h"

#define RT_MAT_NAME 64 // bytes of a name with its final 0

typedef struct rt_mat {
    rt_whole_file whole;
} rt_mat;

// Opens a file for writing; rt_mat_close gives it its name (rt_whole_open). RT_ERR_FILE with a message.
rt_status rt_mat_open(rt_mat *m, const char *path, rt_diag *d);
// Adds a matrix (rows × columns, column after column); false if it exceeds the format's limit of 2 GiB.
bool rt_mat_matrix(rt_mat *m, const char *name, uint32_t rows, uint32_t columns, const double *value);
// Adds a matrix of characters: one line a row, padded with blanks. False without memory or above 2 GiB.
bool rt_mat_text(rt_mat *m, const char *name, const char *const *line, uint32_t rows);
// Closes the file and gives it its name. If a write failed: RT_ERR_FILE with a message; the part, which the message
// names, holds the partial output.
rt_status rt_mat_close(rt_mat *m, rt_diag *d);
// Makes a name that MATLAB accepts: letters, digits and '_', first a letter. Other characters become '_'.
void rt_mat_name(const char *name, char made[RT_MAT_NAME]);

#endif
