package dev.warmpath.events.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What {@code WARMPATH_NODEPORT_RANGE} means. */
class NodePortGuardTest {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "   ", "\t"})
    void nothingWrittenIsTheKubernetesDefault(@Nullable String value) {
        assertThat(warningsOf(() -> NodePortGuard.of(value), NodePortGuard.DEFAULT))
                .isEmpty();
        assertThat(NodePortGuard.DEFAULT).isEqualTo(new PortRange(30_000, 32_767));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "NONE", " none ", "off", "Off"})
    void theGuardCanBeLifted(String value) {
        assertThat(warningsOf(() -> NodePortGuard.of(value), null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"20000-25000", " 20000-25000 ", "20000 - 25000"})
    void theRangeCanBeMoved(String value) {
        assertThat(warningsOf(() -> NodePortGuard.of(value), new PortRange(20_000, 25_000)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"not-a-range", "5-", "-5", "30000", "32767-30000", "0-100", "1-65536", "1-2-3", "1-99999999999"})
    void whatIsNoRangeOfPortsKeepsTheGuardUpAndWarnsOnce(String value) {
        assertThat(warningsOf(() -> NodePortGuard.of(value), NodePortGuard.DEFAULT))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getLevel()).isEqualTo(Level.WARN);
                    assertThat(event.getKeyValuePairs().toString()).contains("WARMPATH_NODEPORT_RANGE", value);
                });
    }

    @Test
    void aRangeIsReadStrictly() {
        assertThat(PortRange.parse("7-7")).isEqualTo(new PortRange(7, 7));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> PortRange.parse("9-7"))
                .withMessageContaining("9-7");
    }

    private static List<ILoggingEvent> warningsOf(Supplier<@Nullable PortRange> reading, @Nullable PortRange expected) {
        Logger logger = (Logger) LoggerFactory.getLogger(NodePortGuard.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try {
            assertThat(reading.get()).isEqualTo(expected);
        } finally {
            logger.detachAppender(appender);
        }
        return appender.list;
    }
}
