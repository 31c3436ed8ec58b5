package dev.warmpath.router.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.events.port.NoPortBlockException;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.port.PortRange;
import org.junit.jupiter.api.Test;

/** Nothing here is ever bound, as when the streams' thread has not come to it yet: the ports look free all the time. */
class BoundPortsTest {

    private static final KvEventsSettings.Bind AUTO = new KvEventsSettings.Bind("127.0.0.1", 0, "");

    private final int base = PortBlockAllocator.system().allocate(4);
    private final BoundPorts ports = new BoundPorts(PortBlockAllocator.within(new PortRange(base, base + 3)));

    @Test
    void noPortIsHandedOutTwice() {
        for (int i = 0; i < 4; i++) {
            ports.hold(AUTO, 1);
        }

        assertThatExceptionOfType(NoPortBlockException.class)
                .isThrownBy(() -> ports.hold(AUTO, 1))
                .withMessageContaining("handed out already");
    }

    @Test
    void configuredPortsAreNotHandedOutEither() {
        PortRange configured = ports.hold(new KvEventsSettings.Bind("127.0.0.1", base + 2, ""), 2);

        assertThat(configured).isEqualTo(new PortRange(base + 2, base + 3));
        assertThat(ports.hold(AUTO, 2)).isEqualTo(new PortRange(base, base + 1));
    }

    @Test
    void releasedBlocksMayBeHandedOutAgain() {
        PortRange block = ports.hold(AUTO, 4);

        ports.release(block);

        assertThat(ports.hold(AUTO, 4)).isEqualTo(block);
    }
}
