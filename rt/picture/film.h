// SPDX-License-Identifier: MIT
// Pictures of a run at equal steps of simulated time: as files, as a film, or both. The pictures depend on the run
// alone, not on the wall clock.
#ifndef HAWSE_RT_PICTURE_FILM_H
#define HAWSE_RT_PICTURE_FILM_H

#include "rt/picture/picture.h"
#include "rt/picture/video.h"

#define PICTURE_VIDEO_FPS 25.0 // default of a film
#define PICTURE_FRAMES_FPS 0.5 // default of files

// Requested outputs; NULL: not requested.
typedef struct picture_film_def {
    const char *frames, *video; // folder, created if missing; file
    const char *view;           // name of the camera; NULL: bolster, or overview or near of a mechanism
    double fps;                 // pictures a second of simulated time; 0: the defaults
} picture_film_def;

// Rows of a command's table of options. view_help: text of picture_film_view_help.
#define PICTURE_FILM_OPTIONS(o, view_help)                                                                             \
    {"--frames", "DIR", OPTION_OUT_FOLDER, &(o).frames,                                                                \
     "write pictures (PNG), one every 2 s; --fps sets another rate"},                                                  \
        {"--video", "FILE", OPTION_OUT_FILE, &(o).video, "write a film (.mp4; needs ffmpeg)"},                         \
        {"--fps", "N", OPTION_NUMBER, &(o).fps, "pictures a second of simulated time; default 25 for a film"}, {       \
        "--view", "NAME", OPTION_TEXT, &(o).view, view_help                                                            \
    }

typedef struct picture_film picture_film;

// Writes the help of --view, with the names of all cameras, into text.
void picture_film_view_help(char *text, size_t size);
// Whether the definition requests files or a film.
bool picture_film_wanted(const picture_film_def *def);
// Checks the camera's name and --fps before the run. RT_ERR_USAGE with a message.
rt_status picture_film_check(const picture_film_def *def, rt_diag *d);
// Opens the outputs. NULL with a message: no OpenGL, no ffmpeg, no folder, no memory, unknown camera.
picture_film *picture_film_open(const sim *s, const picture_film_def *def, rt_diag *d);
// Whether a picture is due at time t [s].
bool picture_film_due(const picture_film *p, double t);
// Draws the snapshot if a picture is due; RT_ERR_FILE or RT_ERR_DEVICE with a message.
rt_status picture_film_frame(picture_film *p, const dyn_snapshot *snap, rt_diag *d);
// Completes the film and frees; RT_ERR_FILE with a message. NULL is allowed.
rt_status picture_film_close(picture_film *p, rt_diag *d);

#endif
