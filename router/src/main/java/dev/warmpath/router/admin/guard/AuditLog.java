package dev.warmpath.router.admin.guard;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of what was changed through the admin port: one line for each change that was made, by whom, of what, from
 * what to what. It has a logger of its own, {@code dev.warmpath.audit}, so that it can be kept apart. Nothing is written
 * for a call that changed nothing.
 */
public final class AuditLog {

    /** What there was before something was added, and what is left when it was taken away. */
    public static final String NOTHING = "none";

    private static final Logger log = LoggerFactory.getLogger("dev.warmpath.audit");

    /** What was done. */
    public enum Action {
        SET_WEIGHTS,
        REGISTER_WORKER,
        REPLACE_WORKER,
        REMOVE_WORKER,
        EXPIRE_WORKER,
        DRAIN_WORKER,
        UNDRAIN_WORKER
    }

    /**
     * Writes a change down, after it was made.
     *
     * @param subject what was changed, such as a worker's id
     * @param before without secrets, as {@code after}
     */
    public void changed(AdminCaller caller, Action action, String subject, Object before, Object after) {
        log.atInfo()
                .addKeyValue("token", caller.name())
                .addKeyValue("action", action.name().toLowerCase(Locale.ROOT))
                .addKeyValue("subject", subject)
                .addKeyValue("old", before)
                .addKeyValue("new", after)
                .log("changed");
    }
}
