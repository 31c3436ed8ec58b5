package dev.warmpath.config.settings.admin;

/**
 * A bearer token of the admin port that has a name of its own ({@code admin.tokens[]}). The token itself is nowhere in
 * the configuration.
 *
 * @param name who calls, for the audit log
 * @param sha256 SHA-256 of the token's UTF-8 bytes, 64 lower-case hexadecimal digits
 * @param scope what it opens
 */
public record AdminToken(String name, String sha256, Scope scope) {

    /** What a token opens. */
    public enum Scope {
        /** Looking: GET, and the questions that are asked by POST and change nothing. */
        READ,
        /** Looking and changing. */
        WRITE
    }

    /** The digest is kept out of text: a token pasted in its place by mistake would be shown. */
    @Override
    public String toString() {
        return "AdminToken[name=" + name + ", sha256=***, scope=" + scope + "]";
    }
}
