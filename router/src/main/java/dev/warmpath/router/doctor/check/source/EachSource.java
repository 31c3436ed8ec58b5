package dev.warmpath.router.doctor.check.source;

import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;

/** A check that looks at every source by itself. */
abstract class EachSource implements Check {

    @Override
    public final void look(Evidence evidence, Findings findings) {
        for (SourceStatus source : evidence.now().sources()) {
            look(source, findings);
        }
        if (evidence.now().sources().isEmpty()) {
            findings.unjudged("no sources in discovery");
        } else {
            findings.fine(evidence.now().sources().size() + " sources, none of them so");
        }
    }

    abstract void look(SourceStatus source, Findings findings);
}
