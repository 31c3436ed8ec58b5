package dev.warmpath.router.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.fleet.worker.HealthState;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.fleet.worker.Worker;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetViewTest {

    private final TestWorkers make = new TestWorkers();

    @Test
    void blockSizesAreThoseOfTheModelsWorkersAscendingWithoutRepeats() {
        FleetView view = new FleetView(List.of(
                make.worker("a", Role.MIXED, Engine.SGLANG, 64, "m"),
                make.worker("b", Role.MIXED, Engine.SGLANG, 16, "m", "n"),
                make.worker("c", Role.MIXED, Engine.SGLANG, 64, "m"),
                make.worker("d", Role.MIXED, Engine.SGLANG, 32, "m"),
                make.worker("e", Role.MIXED, Engine.SGLANG, 0, "m"),
                make.worker("f", Role.MIXED, Engine.SGLANG, 8, "n")));

        assertThat(view.blockSizes("m")).containsExactly(16, 32, 64);
        assertThat(view.blockSizes("n")).containsExactly(8, 16);
        assertThat(view.blockSizes("other")).isEmpty();
    }

    @Test
    void modelsOfAnotherEngineThanTheFirstWorkersAreTold() {
        Worker first = make.worker("a", Role.MIXED, Engine.SGLANG, 16, "m");
        Worker second = make.worker("b", Role.MIXED, Engine.VLLM, 16, "m", "n");
        FleetView view = new FleetView(List.of(first, second));

        assertThat(view.engine("m")).isEqualTo(Engine.SGLANG);
        assertThat(view.engine("n")).isEqualTo(Engine.VLLM);
        assertThat(view.foreignChats(first)).isEmpty();
        assertThat(view.foreignChats(second)).containsExactly("m");
    }

    @Test
    void modelIsServableOnceWorkersOfEveryRoleAreKnownToAnswer() {
        Worker prefill = make.worker("p", Role.PREFILL, Engine.SGLANG, 16, "m");
        Worker decode = make.worker("d", Role.DECODE, Engine.SGLANG, 16, "m");
        FleetView view = new FleetView(List.of(prefill, decode));

        assertThat(view.servable("m", pairing -> true))
                .as("nobody has been probed")
                .isFalse();
        tell(prefill, HealthState.HEALTHY);
        assertThat(view.servable("m", pairing -> true))
                .as("one half is not known yet")
                .isFalse();
        tell(decode, HealthState.STARTING);
        assertThat(view.servable("m", pairing -> true))
                .as("one half does not answer")
                .isFalse();
        tell(decode, HealthState.OFF);
        assertThat(view.servable("m", pairing -> true))
                .as("one half is not to be probed")
                .isTrue();
        assertThat(view.servable("m", pairing -> false))
                .as("no two are near enough")
                .isFalse();
        tell(prefill, HealthState.UNHEALTHY);
        assertThat(view.servable("m", pairing -> true)).isFalse();
    }

    private static void tell(Worker worker, HealthState state) {
        worker.health().publish(new HealthStatus(state, HealthStatus.Reason.OK, "", Instant.EPOCH));
    }
}
