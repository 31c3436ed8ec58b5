package dev.warmpath.router.admin.route;

import java.util.Locale;

/**
 * An operation of the admin port. Whatever the port serves but the status page's files is here, and has its place in {@code openapi.json} under the
 * same {@link #key}.
 */
public enum AdminOperation {
    SCRAPE("GET", "/metrics"),
    GET_API("GET", "/admin/openapi.json"),
    LIST_WORKERS("GET", "/admin/workers"),
    REGISTER_WORKER("POST", "/admin/workers"),
    GET_WORKER("GET", "/admin/workers/{id}"),
    REMOVE_WORKER("DELETE", "/admin/workers/{id}"),
    DRAIN_WORKER("POST", "/admin/workers/{id}/drain"),
    UNDRAIN_WORKER("POST", "/admin/workers/{id}/undrain"),
    GET_WEIGHTS("GET", "/admin/weights"),
    SET_WEIGHTS("PUT", "/admin/weights"),
    EXPLAIN("POST", "/admin/explain"),
    GET_CONFIG("GET", "/admin/config"),
    GET_SNAPSHOT("GET", "/admin/snapshot"),
    EXAMINE("GET", "/admin/doctor"),
    GET_STATUS("GET", "/admin/status"),
    LIST_DECISIONS("GET", "/admin/decisions");

    private final String method;
    private final String template;

    AdminOperation(String method, String template) {
        this.method = method;
        this.template = template;
    }

    public String method() {
        return method;
    }

    /** As OpenAPI writes it: {@code /admin/workers/{id}}. */
    public String template() {
        return template;
    }

    /** Its {@code operationId}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
