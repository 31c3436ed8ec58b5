package dev.warmpath.router.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.fleet.worker.EngineState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the doctor makes of what engines say of themselves, or do not. */
class EngineJudgementTest {

    private final Given fleet = Given.pairs();

    private List<Finding> named(CheckName name) {
        return Given.of(name, fleet.examined());
    }

    /** Every engine binds a wildcard; it is told where no other address is known. Scenario 88. */
    @Test
    void wildcardThatTheEngineTellsMattersWhereNothingIsConfigured() {
        assertThat(named(StreamCheck.WILDCARD_ADDRESS)).isEmpty();

        fleet.worker(0).events = false;
        assertThat(named(StreamCheck.WILDCARD_ADDRESS))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen())
                        .contains("publishes at tcp://*:5557")
                        .endsWith("that is tcp://10.0.0.1:5557"));

        fleet.worker(0).publisher = "tcp://10.9.9.9:5557";
        assertThat(named(StreamCheck.WILDCARD_ADDRESS)).isEmpty();

        fleet.worker(0).publisher = "inproc://cache";
        assertThat(named(StreamCheck.WILDCARD_ADDRESS)).isEmpty();
    }

    @Test
    void engineThatIsNotKnownIsGrantedAMoment() {
        fleet.worker(0).engine = EngineState.NOT_ASKED;
        fleet.worker(0).engineAskedFor(Duration.ofSeconds(1));
        assertThat(named(WorkerCheck.ENGINE_UNDETECTED)).isEmpty();

        fleet.worker(0).engine = EngineState.UNAUTHORISED;
        fleet.worker(0).engineAskedFor(Duration.ofSeconds(3));
        assertThat(named(WorkerCheck.ENGINE_UNDETECTED))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).isEqualTo("unauthorised for 3 s"));
    }

    /** Scenario 89 c. */
    @Test
    void enginesOfHalvesThatServeAsWholesAreNamed() {
        Given mixed = new Given();
        mixed.worker(Role.MIXED, 1);
        mixed.worker(Role.MIXED, 1);
        assertThat(Given.of(WorkerCheck.PD_FLAGS_UNUSED, mixed.examined())).isEmpty();

        mixed.worker(0).told = Role.PREFILL;
        mixed.worker(1).told = Role.DECODE;
        assertThat(Given.of(WorkerCheck.PD_FLAGS_UNUSED, mixed.examined()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).contains("started as decode and prefill"));
    }

    /** Scenario 89 c, seen from the other side: one that is started otherwise is a mistake of its own. */
    @Test
    void halvesWhoseEnginesAreAllWholesAreNamed() {
        for (int i = 0; i < 3; i++) {
            fleet.worker(i).told = Role.MIXED;
        }
        assertThat(named(WorkerCheck.PD_FLAGS_UNUSED)).isEmpty();
        assertThat(named(WorkerCheck.ENGINE_MISMATCH)).hasSize(3);

        fleet.worker(3).told = Role.MIXED;
        assertThat(named(WorkerCheck.PD_FLAGS_UNUSED)).hasSize(1);
    }

    @Test
    void workersOfOneModelRunOneRelease() {
        fleet.worker(0).version = "0.31.0";
        assertThat(named(WorkerCheck.VERSION_ODD))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen())
                        .isEqualTo("model m, vllm: 0.31.0 (http://10.0.0.1:30000), 0.32.0 (http://10.0.0.2:30000)"));

        fleet.worker(0).version = "";
        assertThat(named(WorkerCheck.VERSION_ODD)).as("one that does not say").isEmpty();
    }

    /** The pairs hand over as {@code vllm-nixl} does, which needs 0.13. A build without a number is not judged. */
    @ParameterizedTest
    @CsvSource({"0.12.9, 4", "0.12, 4", "0.13.0rc1, 0", "v0.13, 0", "1.0, 0", "0.1.dev7+g0123, 0", "0.0.0, 0", "main, 0"
    })
    void releaseThatIsTooOldIsNamed(String version, int named) {
        for (int i = 0; i < 4; i++) {
            fleet.worker(i).version = version;
        }
        assertThat(named(WorkerCheck.VERSION_ODD)).hasSize(named);
    }
}
