package dev.warmpath.router.doctor.check;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.evidence.Evidence;

/** Looks for one thing. Pure: the same evidence gives the same findings. */
public interface Check {

    CheckName name();

    /** Tells what it finds, or what it has seen where nothing is wrong. */
    void look(Evidence evidence, Findings findings);
}
