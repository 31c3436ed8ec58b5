package dev.warmpath.router.access;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The client keys in force. They are changed as a whole, by one thread; event loops read the latest. */
public final class KeyRing {

    private final Clock clock;
    private volatile ClientKeys inForce;

    public KeyRing(Clock clock, ClientKeys first) {
        this.clock = clock;
        this.inForce = first;
    }

    /** What holds from the next request on. */
    public void change(ClientKeys next) {
        inForce = next;
    }

    public ClientKeys inForce() {
        return inForce;
    }

    /** How many keys open now. */
    public long opening() {
        Instant now = clock.instant();
        return inForce.keys().stream()
                .filter(key -> key.expires() == null || now.isBefore(key.expires()))
                .count();
    }

    /** Whether a request may pass now; see {@link ClientKeys#judge}. */
    public ClientKeys.Verdict judge(@Nullable String authorization, @Nullable String apiKey) {
        return inForce.judge(authorization, apiKey, clock.instant());
    }
}
