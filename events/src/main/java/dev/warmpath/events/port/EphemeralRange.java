package dev.warmpath.events.port;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the kernel's own choices of port begin: any {@code bind(0)} or outgoing connection may take one from there. */
final class EphemeralRange {

    private static final Path LINUX = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /** Linux's default, for hosts that do not tell. */
    static final int DEFAULT_LOW = 32_768;

    private EphemeralRange() {}

    /** First ephemeral port of this host. */
    static int low() {
        return low(LINUX);
    }

    static int low(Path file) {
        // One read for all of it: a sysctl file answers a second read at its middle with end of file, and the readers
        // of java.nio.file.Files begin with a single byte when a file's size is told as 0.
        byte[] buffer = new byte[64];
        try (InputStream in = Files.newInputStream(file)) {
            int length = Math.max(0, in.read(buffer));
            String text = new String(buffer, 0, length, StandardCharsets.US_ASCII).strip();
            int end = 0;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            return Integer.parseInt(text.substring(0, end));
        } catch (IOException | NumberFormatException e) {
            return DEFAULT_LOW;
        }
    }
}
