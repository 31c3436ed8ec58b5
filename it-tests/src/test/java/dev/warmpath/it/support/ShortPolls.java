package dev.warmpath.it.support;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Looks at once whether what a test waits for is so, and then less and less often. Awaitility itself would look every 100
 * ms, and begin with a wait of as much: what these tests await hundreds of times is mostly there within a few milliseconds.
 * The services file has JUnit find this class.
 */
public final class ShortPolls implements BeforeAllCallback {

    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(100);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(new IterativePollInterval(ShortPolls::longer, FIRST));
    }

    private static Duration longer(Duration last) {
        Duration next = last.multipliedBy(3).dividedBy(2);
        return next.compareTo(LONGEST) < 0 ? next : LONGEST;
    }
}
