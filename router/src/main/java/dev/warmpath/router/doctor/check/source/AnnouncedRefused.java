package dev.warmpath.router.doctor.check.source;

import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;

/** {@link WorkerCheck#ANNOUNCED_REFUSED}. */
public final class AnnouncedRefused extends EachSource {

    /** Findings of one source; whoever has a thousand bad records has one fault. */
    private static final int MOST = 10;

    @Override
    public CheckName name() {
        return WorkerCheck.ANNOUNCED_REFUSED;
    }

    @Override
    void look(SourceStatus source, Findings findings) {
        source.rejected().stream().limit(MOST).forEach(one -> findings.warn(null, text(source, one)));
        int all = source.rejectedNow().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        if (all > MOST) {
            findings.warn(null, source.name() + ": " + (all - MOST) + " more");
        }
    }

    private static String text(SourceStatus source, Rejection one) {
        return source.name() + ": " + one.origin() + ": " + one.reason().key() + ", " + one.detail();
    }
}
