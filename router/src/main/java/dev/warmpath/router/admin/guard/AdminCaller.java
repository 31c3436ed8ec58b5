package dev.warmpath.router.admin.guard;

import dev.warmpath.config.settings.admin.AdminToken.Scope;

/**
 * Who makes a call that may pass.
 *
 * @param name of the token that it carries
 */
public record AdminCaller(String name, Scope scope) {

    /** On loopback where no token is configured. No token has this name, for names have no brackets. */
    static final AdminCaller WITHOUT_TOKEN = new AdminCaller("(none)", Scope.WRITE);

    /** The end of a lease, which stands in the audit log where a caller does. */
    public static final AdminCaller LEASE = new AdminCaller("(lease)", Scope.WRITE);

    /** Whether what it asks for may change something. */
    public boolean mayChange() {
        return scope == Scope.WRITE;
    }
}
