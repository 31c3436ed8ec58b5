package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What the operating system says of processes. */
final class ProcessFigures {

    private static final int BYTES_PER_KIB = 1024;

    private ProcessFigures() {}

    /** A process and those that it has started. */
    static List<ProcessHandle> family(ProcessHandle parent) {
        return Stream.concat(Stream.of(parent), parent.descendants()).toList();
    }

    /** CPU time of all threads of these processes since their start, in user and system mode. */
    static Duration cpu(List<ProcessHandle> processes) {
        Duration sum = Duration.ZERO;
        for (ProcessHandle process : processes) {
            sum = sum.plus(process.info().totalCpuDuration().orElse(Duration.ZERO));
        }
        return sum;
    }

    /** The most memory that these processes have held resident, or 0 where the system does not tell. */
    static long peakResidentBytes(List<ProcessHandle> processes) {
        return status(processes, "VmHWM:");
    }

    /** The memory that these processes hold resident now, or 0 where the system does not tell. */
    static long residentBytes(List<ProcessHandle> processes) {
        return status(processes, "VmRSS:");
    }

    private static long status(List<ProcessHandle> processes, String field) {
        long kib = 0;
        for (ProcessHandle process : processes) {
            try {
                for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                    if (line.startsWith(field)) {
                        kib += Long.parseLong(line.replaceAll("[^0-9]", ""));
                    }
                }
            } catch (NoSuchFileException notLinux) {
                return 0;
            } catch (IOException e) {
                throw new UncheckedIOException("reading the figures of process " + process.pid(), e);
            }
        }
        return kib * BYTES_PER_KIB;
    }
}
