package dev.warmpath.it.bench.overhead;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What is measured, and for how long.
 *
 * @param seed what the prompts follow from
 * @param subjects names of those that are measured beside {@code direct}, which always is
 * @param shapes how requests are served
 * @param prompts lengths of the prompts, in characters
 * @param concurrency numbers of clients
 * @param warmUp of each fresh process, before anything counts
 * @param measured time that counts, of each cell and repeat
 * @param repeats of each cell
 * @param streams numbers of idle streams; none leaves streams out
 * @param variants of {@link #AWARE}, measured beside it
 * @param foreign routers that somebody else has started
 * @param firstWorkerPort where the workers listen, four ports in a row; 0 for any
 */
public record OverheadPlan(
        long seed,
        Set<String> subjects,
        List<String> shapes,
        List<Integer> prompts,
        List<Integer> concurrency,
        Duration warmUp,
        Duration measured,
        int repeats,
        List<Integer> streams,
        List<Variant> variants,
        List<Foreign> foreign,
        int firstWorkerPort) {

    /** nginx, if it is installed. */
    public static final String NGINX = "nginx";

    /** Warmpath without tokenizer and events: it relays, and routes by load. */
    public static final String RELAY = "relay";

    /** Warmpath with KV-awareness. */
    public static final String AWARE = "aware";

    /** Names of what this benchmark can start. */
    public static final Set<String> OWN = Set.of(NGINX, RELAY, AWARE);

    /** Keys of the ways to serve requests. */
    public static final List<String> SHAPES = List.of(Shape.PLAIN.key(), Shape.PD.key());

    /**
     * A router that somebody else has started in front of the workers.
     *
     * @param pid of its process, or 0 if its CPU time and memory are not to be told
     */
    public record Foreign(String name, URI url, long pid) {}

    /**
     * {@link #AWARE} on another Java runtime, or on the same with further options.
     *
     * @param java the binary, or empty for that of this process
     */
    public record Variant(String name, String java, List<String> options) {}

    /** Cells that run one after another and take the plan's times, repeats included; of idle streams no time is taken. */
    public int cells() {
        int each = 1 + subjects.size() + variants.size() + foreign.size();
        int whole = prompts.size() * concurrency.size() * shapes.size() * each * repeats;
        return streams.isEmpty() ? whole : whole + each * Math.max(1, repeats);
    }
}
