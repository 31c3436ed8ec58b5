package dev.warmpath.config.settings;

/**
 * A key that clients of the data port may call with ({@code server.keys[]}). The key itself is nowhere in the
 * configuration.
 *
 * @param name tells keys apart
 * @param sha256 SHA-256 of the key's UTF-8 bytes, 64 lower-case hexadecimal digits
 */
public record ClientKey(String name, String sha256) {

    /** The digest is kept out of text: a key pasted in its place by mistake would be shown. */
    @Override
    public String toString() {
        return "ClientKey[name=" + name + ", sha256=***]";
    }
}
