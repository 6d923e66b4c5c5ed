// SPDX-License-Identifier: MIT
// The anchor's blows on the hull, as a running total: a blow of stiff steel is over in milliseconds, and who looks now
// and then would miss it.
#ifndef HAWSE_RT_JUDGE_BLOWS_H
#define HAWSE_RT_JUDGE_BLOWS_H

typedef struct blows {
    double sum_n;  // of all blows: how far each raised the largest contact force above what it was before [N]
    double peak_n; // of the blow that lasts
    double last_n; // force of the previous step
    int left;      // steps for which the blow still lasts
} blows;

// Takes in a step: its fresh impacts, and the largest normal force between anchor and hull [N]. Frame thread.
void blows_update(blows *b, int impacts, double force_n, double h_s);

#endif
