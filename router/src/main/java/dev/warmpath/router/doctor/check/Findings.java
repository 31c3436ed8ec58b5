package dev.warmpath.router.doctor.check;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one check finds; bounded, for a fault may have hit a thousand ranks at once. */
public final class Findings {

    /** Lines of one check; what comes after is counted in the last one. */
    static final int MOST = 20;

    private final CheckName name;
    private final List<Finding> found = new ArrayList<>();
    private int more;
    private Severity worstOfMore = Severity.PASS;
    private String fine = "nothing to judge yet";
    private boolean judged;

    public Findings(CheckName name) {
        this.name = name;
    }

    /** Something is lost; {@code target} is a rank or worker, or null. */
    public void fail(@Nullable String target, String seen) {
        add(Severity.FAIL, target, seen);
    }

    /** Something could be better. */
    public void warn(@Nullable String target, String seen) {
        add(Severity.WARN, target, seen);
    }

    /** There was enough to look at, and this was seen; told where nothing is wrong. */
    public void fine(String seen) {
        fine = seen;
        judged = true;
    }

    /** There was not enough to look at. */
    public void unjudged(String why) {
        fine = why;
        judged = false;
    }

    private void add(Severity status, @Nullable String target, String seen) {
        if (found.size() < MOST) {
            found.add(new Finding(name, status, target, seen, true));
        } else {
            more++;
            worstOfMore = worstOfMore.worse(status);
        }
    }

    /** Whether something was found. */
    public boolean any() {
        return !found.isEmpty();
    }

    /** What was found, or one line that passes. */
    public List<Finding> all() {
        if (found.isEmpty()) {
            return List.of(new Finding(name, Severity.PASS, null, fine, judged));
        }
        List<Finding> all = new ArrayList<>(found);
        if (more > 0) {
            all.add(new Finding(name, worstOfMore, null, "and " + more + " more", true));
        }
        return all;
    }
}
