package dev.warmpath.it.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the command prints and how it ends. {@link BrokenInstallationTest} breaks real installations. */
class SelfCheckTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Check GOOD = new Check("good", () -> "seen it", "nothing to mend");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(SelfCheck checks, String... args) {
        return new CommandLine(new SelfCheckCommand(checks))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    private static SelfCheck of(Check... checks) {
        return new SelfCheck(List.of(checks), PATIENCE);
    }

    private static Check failing(String name, Ability ability) {
        return new Check(name, ability, "mend " + name);
    }

    @Test
    void thisBuildPassesAllChecks() {
        SelfCheck all = SelfCheck.ofThisInstallation();

        int exit = run(all);

        assertThat(out.toString()).doesNotContain("FAIL").contains("all 10 passed");
        assertThat(exit).isZero();
        assertThat(out.toString().lines().filter(line -> line.startsWith("ok ")))
                .hasSameSizeAs(all.names());
    }

    @Test
    void aFailureIsToldWithItsReasonAndItsRemedyAndTheOthersStillRun() {
        int exit = run(of(
                failing("bad", () -> {
                    throw new IllegalStateException("seen something else");
                }),
                GOOD));

        assertThat(exit).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        "FAIL  bad                    seen something else",
                        "      remedy: mend bad",
                        "ok    good                   seen it",
                        "self-check: 1 of 2 failed: bad");
    }

    /** A class or a native library that is not there is an error, not an exception. */
    @Test
    void anErrorOfLinkingIsAFailureToo() {
        int exit = run(of(failing("bad", () -> {
            throw new UnsatisfiedLinkError("libx.so");
        })));

        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("UnsatisfiedLinkError: libx.so");
    }

    @Test
    void aCheckThatHangsIsAFailure() {
        CountDownLatch never = new CountDownLatch(1);
        Check hanging = failing("hanging", () -> {
            never.await();
            return "over";
        });

        int exit = run(new SelfCheck(List.of(hanging, GOOD), Duration.ofMillis(50)));

        never.countDown();
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("did not end within").contains("ok    good");
    }

    @Test
    void namesChooseChecks() {
        int exit = run(
                of(
                        failing("bad", () -> {
                            throw new IllegalStateException("not asked for");
                        }),
                        GOOD),
                "good");

        assertThat(exit).isZero();
        assertThat(out.toString()).contains("all 1 passed");
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThatThereAre() {
        assertThat(run(of(GOOD), "tokeniser")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("tokeniser").contains("good");
    }

    @Test
    void blocksThatAllBeginAtOnePortAreAFailure() {
        int exit = run(of(failing("port-blocks", new PortBlockAbility(() -> 20_000))));

        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("all begin at port 20000");
    }

    /** Two of ten may well be the same in a small window: that is chance, and no fault. */
    @Test
    void blocksThatDifferAtAllAreNone() {
        var bases = IntStream.of(20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_008)
                .iterator();

        assertThat(run(of(failing("port-blocks", new PortBlockAbility(bases::nextInt)))))
                .isZero();
    }
}
