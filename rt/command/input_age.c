// SPDX-License-Identifier: MIT
#include "rt/command/input_age.h"

void input_age_record(input_age *a, const rt_input *in, uint64_t frame, int64_t now_ns) {
    if (in->t_ns == 0 || in->t_ns == a->t_ns) return;
    a->t_ns = in->t_ns;
    if (!a->begun) {
        a->begun = true;
        return;
    }
    rt_histogram_add(&a->heard, now_ns - in->heard_ns);
    rt_histogram_add(&a->sampled, now_ns - in->t_ns);
    if (a->waiting) rt_queue_push(a->waiting, &(input_used){frame, in->heard_ns});
}

rt_status picture_age_init(picture_age *p) { return rt_queue_init(&p->waiting, sizeof(input_used), INPUT_AGE_WAITING); }

void picture_age_free(picture_age *p) { rt_queue_free(&p->waiting); }

void picture_age_record(picture_age *p, uint64_t frame, int64_t now_ns) {
    if (p->shown_ns == 0)
        p->first_ns = now_ns;
    else
        rt_histogram_add(&p->period, now_ns - p->shown_ns);
    p->shown_ns = now_ns;
    for (;;) {
        p->has_next = p->has_next || rt_queue_pop(&p->waiting, &p->next);
        if (!p->has_next || p->next.frame > frame) return;
        if (p->next.heard_ns >= p->first_ns) rt_histogram_add(&p->heard, now_ns - p->next.heard_ns);
        p->has_next = false;
    }
}

void picture_age_discard(picture_age *p) {
    p->has_next = false;
    while (rt_queue_pop(&p->waiting, &p->next)) {}
}
