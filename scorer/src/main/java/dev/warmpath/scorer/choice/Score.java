package dev.warmpath.scorer.choice;

import org.jspecify.annotations.Nullable;

/** One candidate's line on the {@link ScoreSheet}; reused from one scoring to the next. */
final class Score {

    /** Only null while the line is not in use. */
    @Nullable
    Candidate candidate;

    /** Why it must not be chosen, or null when it may. */
    @Nullable
    String ineligible;

    /** Whether it may be chosen only because its side has nobody better. */
    boolean lastResort;

    /** Whether the request would rather have this one. */
    boolean wished;

    /** Whether its role has no overlap weight, so that its cost is none. */
    boolean weightless;

    /** The look-up for its block size; null when that is not known or the prompt has no hashes. */
    SizedMatches.@Nullable Sized match;

    /** As read once for this scoring; 0 while not known. */
    int blockSize;

    int blocks;
    int matched;
    int announced;
    int device;
    int host;
    int disk;
    /** Images, sounds and files of the prompt that the target was sent lately. */
    int content;

    double trust;
    double credit;
    double missed;
    double load;
    /** The share of the load that other routers put there. */
    double othersLoad;

    /** The share of the load that stands for having more requests than the others. */
    double crowd;

    double cost;
    int requests;
    /** Of its requests, how many this one would meet there. */
    double met;

    long lastChosen;

    Candidate candidate() {
        Candidate candidate = this.candidate;
        if (candidate == null) {
            throw new IllegalStateException("this line is not in use");
        }
        return candidate;
    }

    boolean eligible() {
        return ineligible == null;
    }
}
