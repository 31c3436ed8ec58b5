package dev.warmpath.it.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What is logged while it is open, as text: message, key-value pairs, and causes with theirs. */
public final class CapturedLog implements AutoCloseable {

    private final Logger logger;
    private final @Nullable Level before;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            StringBuilder line = new StringBuilder(event.getLevel() + " " + event.getLoggerName() + " ");
            line.append(event.getFormattedMessage());
            if (event.getKeyValuePairs() != null) {
                event.getKeyValuePairs()
                        .forEach(pair ->
                                line.append(' ').append(pair.key).append('=').append(pair.value));
            }
            for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                line.append(" | ").append(cause.getClassName()).append(": ").append(cause.getMessage());
            }
            lines.add(line.toString());
        }
    };

    private CapturedLog(Logger logger, Level level) {
        this.logger = logger;
        this.before = logger.getLevel();
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.setLevel(level);
        logger.addAppender(appender);
    }

    /** Of one logger and those below it, down to a level. */
    public static CapturedLog of(String name, Level level) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(name), level);
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
