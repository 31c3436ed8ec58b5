package dev.warmpath.router.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Promise;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BusFaultsTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(BusFaults.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private long now = -1;

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
    }

    @Test
    void floodIsOneLineAndTheNextOneTellsHowManyWereLeftOut() {
        BusFaults faults = new BusFaults(() -> now);
        for (int i = 0; i < 1000; i++) {
            faults.tell(new IndexOutOfBoundsException("garbage"));
        }
        assertThat(lines.list).hasSize(1);
        now += BusFaults.PERIOD.toNanos() - 1;
        faults.tell(new IndexOutOfBoundsException("garbage"));
        assertThat(lines.list).hasSize(1);

        now++;
        faults.tell(new IndexOutOfBoundsException("garbage"));

        assertThat(lines.list).hasSize(2);
        assertThat(lines.list.get(1).getKeyValuePairs())
                .anyMatch(pair -> pair.key.equals("left_out") && pair.value.equals(1000L));
    }

    /** Vert.x's own exception, as it comes when a message went to one member and not to the next. */
    @Test
    void memberThatAMessageDoesNotReachIsNoFaultOfTheBus() {
        BusFaults faults = new BusFaults(() -> now);
        Promise<Void> written = Promise.promise();
        written.complete();

        faults.tell(catchThrowable(() -> written.complete(null, new ClosedChannelException())));
        assertThat(lines.list).isEmpty();

        faults.tell(new IllegalStateException("anything else"));
        assertThat(lines.list).hasSize(1);
    }
}
