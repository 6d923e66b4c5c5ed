// SPDX-License-Identifier: MIT
// Film by ffmpeg: a thread writes the pictures as raw RGB into its pipe.
#ifndef HAWSE_RT_PICTURE_VIDEO_H
#define HAWSE_RT_PICTURE_VIDEO_H

#include "rt/base/base.h"

#define PICTURE_VIDEO_QUEUE 8 // capacity of the queue [pictures]

typedef struct picture_video picture_video;

// Starts ffmpeg. It writes FILE.XXXXXX.part.mp4 beside the file (of a link: its target); picture_video_close gives that
// its name (rt_whole_take_name). An ffmpeg that accepts no picture for patience_s [s] is killed. NULL with a message:
// not .mp4, not a regular file, no ffmpeg, no memory.
picture_video *picture_video_open(const char *path, int width, int height, double fps, double patience_s, rt_diag *d);
// Copies a picture, 8-bit RGB, top row first, into the queue; waits while the queue is full. RT_ERR_FILE when ffmpeg
// has ended or stalls; only a stall gives a message here. Then call picture_video_close.
rt_status picture_video_add(picture_video *v, const uint8_t *rgb, rt_diag *d);
// Writes the queue, ends ffmpeg and frees. RT_ERR_FILE, with ffmpeg's message, if the film is incomplete; the file is
// then removed. NULL is allowed.
rt_status picture_video_close(picture_video *v, rt_diag *d);

#endif
