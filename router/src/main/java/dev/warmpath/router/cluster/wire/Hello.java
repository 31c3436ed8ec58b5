package dev.warmpath.router.cluster.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who a router is, and digests of what should be the same on all of them.
 *
 * @param name what it is called
 * @param version of the router
 * @param models digest of the models that it serves
 * @param scoring digest of its scoring, as configured
 * @param workers digest of the workers that it knows now
 * @param weights its overlap weights in force, as text
 * @param registers digest of {@link Register}s: where it differs, somebody has news
 * @param greetings for each router that it has heard of
 */
public record Hello(
        String name,
        String version,
        String models,
        String scoring,
        String workers,
        String weights,
        long registers,
        List<Greeting> greetings) {

    public Hello {
        greetings = List.copyOf(greetings);
    }

    /** The same with greetings. */
    public Hello greeting(List<Greeting> others) {
        return new Hello(name, version, models, scoring, workers, weights, registers, others);
    }

    /** What it says to this router, or null. */
    public @Nullable Greeting to(String member) {
        for (Greeting greeting : greetings) {
            if (greeting.member().equals(member)) {
                return greeting;
            }
        }
        return null;
    }
}
