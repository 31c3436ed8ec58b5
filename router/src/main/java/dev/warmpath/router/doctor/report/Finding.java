package dev.warmpath.router.doctor.report;

import dev.warmpath.router.doctor.catalogue.CheckName;
import org.jspecify.annotations.Nullable;

/**
 * One line of the doctor's answer.
 *
 * @param target the rank or worker that it is about, or null for the whole fleet
 * @param seen what was seen; no prompt text, no secret
 * @param judged whether there was enough to see; what is not judged passes
 */
public record Finding(
        CheckName name, Severity status, @Nullable String target, String seen, boolean judged) {

    /** What to do about it; empty where nothing is wrong. */
    public String remedy() {
        return status == Severity.PASS ? "" : name.text().remedy();
    }
}
