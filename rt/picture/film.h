// SPDX-License-Identifier: MIT
// Pictures of a run at equal steps of simulated time: as files, as a film, or both. What is drawn depends on the run
// alone, not on when it is drawn.
#ifndef HAWSE_RT_PICTURE_FILM_H
#define HAWSE_RT_PICTURE_FILM_H

#include "rt/picture/picture.h"
#include "rt/picture/video.h"

#define PICTURE_VIDEO_FPS 25.0 // of a film, unless asked otherwise
#define PICTURE_FRAMES_FPS 0.5 // of files

// Requested outputs; NULL: not requested.
typedef struct picture_film_def {
    const char *frames, *video; // folder, which is made; file
    const char *view;           // name of the camera; NULL: bolster, of a mechanism overview or near
    double fps;                 // pictures a second of simulated time; 0: as above
} picture_film_def;

// Rows of a command's table of options; view_help: on --view, with the names of the cameras.
#define PICTURE_FILM_OPTIONS(o, view_help)                                                                             \
    {"--frames", "DIR", OPTION_OUT_FOLDER, &(o).frames, "write pictures (PNG), one each 2 s or as --fps says"},        \
        {"--video", "FILE", OPTION_OUT_FILE, &(o).video, "write a film (.mp4; needs ffmpeg)"},                         \
        {"--fps", "N", OPTION_NUMBER, &(o).fps, "pictures a second of simulated time; default 25 for a film"}, {       \
        "--view", "NAME", OPTION_TEXT, &(o).view, view_help                                                            \
    }

typedef struct picture_film picture_film;

// What --view is, with the names of all cameras, into text.
void picture_film_view_help(char *text, size_t size);
// Whether any pictures were requested.
bool picture_film_wanted(const picture_film_def *def);
// Checks the camera's name and --fps, before anything is begun; RT_ERR_USAGE with a message.
rt_status picture_film_check(const picture_film_def *def, rt_diag *d);
// NULL with a message: no OpenGL, no ffmpeg, a folder that cannot be made, no memory.
picture_film *picture_film_open(const sim *s, const picture_film_def *def, rt_diag *d);
// Whether a picture is due at that time [s].
bool picture_film_due(const picture_film *p, double t);
// Draws the snapshot if a picture is due; RT_ERR_FILE or RT_ERR_DEVICE with a message.
rt_status picture_film_frame(picture_film *p, const dyn_snapshot *snap, rt_diag *d);
// Completes the film and frees; RT_ERR_FILE with a message. NULL is allowed.
rt_status picture_film_close(picture_film *p, rt_diag *d);

#endif
