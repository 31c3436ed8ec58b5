package dev.warmpath.it.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Programs that tests drive and that who builds Warmpath need not have. */
public final class Tools {

    private Tools() {}

    /**
     * Fails where TEST_TOOLS=required, as .ci/run sets it, and skips the test by name elsewhere, unless all of
     * these commands are on the PATH.
     */
    public static void need(String... commands) {
        List<String> missing =
                Arrays.stream(commands).filter(command -> !onPath(command)).toList();
        if ("required".equals(System.getenv("TEST_TOOLS"))) {
            assertThat(missing).as("commands that are not on the PATH").isEmpty();
        }
        assumeTrue(missing.isEmpty(), missing + " not on the PATH");
    }

    private static boolean onPath(String command) {
        return folders().anyMatch(folder -> Files.isExecutable(folder.resolve(command)));
    }

    /** Where a command is that {@link #need} has found. */
    public static Path path(String command) {
        return folders()
                .map(folder -> folder.resolve(command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Path> folders() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator)).map(Path::of);
    }
}
