// SPDX-License-Identifier: MIT
// A film: pictures as raw RGB into ffmpeg, through a pipe and from a thread of its own.
#ifndef HAWSE_RT_PICTURE_VIDEO_H
#define HAWSE_RT_PICTURE_VIDEO_H

#include "rt/base/base.h"

#define PICTURE_VIDEO_QUEUE 8 // pictures that may be queued

typedef struct picture_video picture_video;

// Starts ffmpeg, which writes FILE.part.mp4 beside a link's target until picture_video_close renames it. If it accepts
// no picture for patience_s [s], it is killed. NULL with a message: no .mp4, no regular file, no ffmpeg, no memory.
picture_video *picture_video_open(const char *path, int width, int height, double fps, double patience_s, rt_diag *d);
// Copies a picture, 8-bit RGB, top row first, into the queue; waits only while that is full. RT_ERR_FILE, with a
// message, when ffmpeg has ended or takes nothing any more: then nothing is left to be done but the close.
rt_status picture_video_add(picture_video *v, const uint8_t *rgb, rt_diag *d);
// Writes the queue, ends ffmpeg and frees. RT_ERR_FILE, with ffmpeg's message, if the film is incomplete; then no file
// remains. NULL is allowed.
rt_status picture_video_close(picture_video *v, rt_diag *d);

#endif
