package dev.warmpath.it.bench.overhead;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files and sockets a process may have open. */
final class OpenFiles {

    /** Where the system does not tell. */
    private static final long USUAL = 1024;

    private OpenFiles() {}

    /** The limit of this process, which those that it starts inherit. */
    static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : USUAL;
    }
}
