package dev.warmpath.router.access;

import java.time.Clock;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The client keys in force. They are changed as a whole; event loops read the latest. */
public final class KeyRing {

    private final Clock clock;
    private volatile ClientKeys inForce;
    private volatile Consumer<ClientKeys> changed = keys -> {};
    private volatile Consumer<ClientKeys> taken = keys -> {};

    public KeyRing(Clock clock, ClientKeys first) {
        this.clock = clock;
        this.inForce = first;
    }

    /** What holds from the next request on. */
    public void change(ClientKeys next) {
        inForce = next;
        changed.accept(next);
    }

    /** The same where another router made the change: it is not told again. */
    public void take(ClientKeys next) {
        inForce = next;
        taken.accept(next);
    }

    /** Who is told of later changes made here. */
    public void onChange(Consumer<ClientKeys> listener) {
        changed = listener;
    }

    /** Who is told of later changes made elsewhere. */
    public void onTake(Consumer<ClientKeys> listener) {
        taken = listener;
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
        ClientKeys keys = inForce;
        // Where none is needed the time makes no difference.
        return keys.judge(authorization, apiKey, keys.forAll() ? Instant.EPOCH : clock.instant());
    }
}
