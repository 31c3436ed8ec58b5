package dev.warmpath.it.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** With which options of its Java runtime a router is measured. */
class JavaOptionsTest {

    private static final List<String> LAUNCHER = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseParallelGC",
            "-XX:MaxNewSize=128m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:SharedArchiveFile=classes.jsa",
            "-Dsome=property",
            "-agentlib:jdwp");

    @Test
    void furtherOptionsComeBehindTheLaunchersAndNoneThatWatchThisProcess() {
        assertThat(JavaOptions.of(LAUNCHER, true, List.of("-Xss1m")))
                .containsExactly(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseParallelGC",
                        "-XX:MaxNewSize=128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:SharedArchiveFile=classes.jsa",
                        "-Xss1m");
    }

    @Test
    void anotherCollectorTakesThePlaceOfTheLaunchersAndItsYoungPart() {
        assertThat(JavaOptions.of(LAUNCHER, true, List.of("-Xmx1g", "-XX:+UseG1GC")))
                .containsExactly(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:SharedArchiveFile=classes.jsa",
                        "-Xmx1g",
                        "-XX:+UseG1GC");
    }

    @Test
    void youngPartOfTheVariantsOwnStays() {
        assertThat(JavaOptions.of(LAUNCHER, true, List.of("-XX:+UseG1GC", "-XX:MaxNewSize=64m")))
                .contains("-XX:MaxNewSize=64m")
                .doesNotContain("-XX:MaxNewSize=128m");
    }

    @Test
    void archivedClassesAreForTheRuntimeThatTheyFit() {
        assertThat(JavaOptions.of(LAUNCHER, false, List.of())).doesNotContain("-XX:SharedArchiveFile=classes.jsa");
    }
}
