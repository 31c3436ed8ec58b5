package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.ResponseSettings;
import dev.warmpath.router.fleet.FleetView;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many responses are remembered, and for how long. */
class KeepersTest {

    private static final int MOST = 10;
    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Keepers keepers = new Keepers(new ResponseSettings(MOST, LONG), registry, nanos::get);

    private void answered(int number) {
        keepers.answered(Buffer.buffer("{\"id\":\"resp_" + number + "\"}"), "http://10.0.0.1:1", "m");
    }

    private boolean remembers(int number) {
        try {
            return keepers.find("resp_" + number, FleetView.EMPTY, null).model().equals("m");
        } catch (ErrorAnswer.Failure unknown) {
            return false;
        }
    }

    private double forgotten(String reason) {
        return registry.get("warmpath.responses.forgotten")
                .tag("reason", reason)
                .counter()
                .count();
    }

    @Test
    void noMoreAreRememberedThanThereIsRoomForAndTheRestIsCounted() {
        for (int i = 0; i < 5 * MOST; i++) {
            answered(i);
        }
        int held = 0;
        for (int i = 0; i < 5 * MOST; i++) {
            held += remembers(i) ? 1 : 0;
        }
        assertThat(held).isEqualTo(MOST);
        assertThat(registry.get("warmpath.responses.remembered").gauge().value())
                .isEqualTo(MOST);
        assertThat(forgotten("full")).isEqualTo(4 * MOST);
        assertThat(forgotten("expired")).isZero();
    }

    @Test
    void oneIsForgottenSoLongAfterItsLastUse() {
        answered(1);
        answered(2);
        nanos.addAndGet(LONG.toNanos() - 1);
        assertThat(remembers(1)).isTrue();
        nanos.addAndGet(2);
        assertThat(remembers(2)).as("was not asked for").isFalse();
        assertThat(remembers(1)).as("was asked for").isTrue();
        answered(3);
        assertThat(forgotten("expired")).isEqualTo(1);
    }

    @Test
    void whatIsNoIdIsNotLookedFor() {
        assertThatThrownBy(() -> keepers.find("../x", FleetView.EMPTY, null)).isInstanceOf(ErrorAnswer.Failure.class);
    }
}
