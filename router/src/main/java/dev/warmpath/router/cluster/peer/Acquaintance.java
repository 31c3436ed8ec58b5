package dev.warmpath.router.cluster.peer;

import dev.warmpath.router.cluster.wire.Greeting;
import dev.warmpath.router.cluster.wire.Hello;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How far this router and another one have got to know each other: what this one asked, and what the other did. Begun anew each
 * time that the other was lost, so that what it said before proves nothing.
 */
final class Acquaintance {

    private final String other;
    private final long asked = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    private long toAnswer;

    Acquaintance(String other) {
        this.other = other;
    }

    /**
     * Reads what the other says of itself.
     *
     * @param self this router's id
     * @return whether the other asks something that it was not answered yet
     */
    boolean hear(@Nullable Hello hello, String self) {
        Greeting greeting = hello == null ? null : hello.to(self);
        if (greeting == null || greeting.asks() == toAnswer) {
            return false;
        }
        toAnswer = greeting.asks();
        return true;
    }

    /** Whether this is said by somebody who has heard what was asked. */
    boolean isAnswered(@Nullable Hello hello, String self) {
        Greeting greeting = hello == null ? null : hello.to(self);
        return greeting != null && greeting.answers() == asked;
    }

    Greeting greeting() {
        return new Greeting(other, asked, toAnswer);
    }
}
