package dev.warmpath.router.cluster.status;

import dev.warmpath.router.cluster.wire.Hello;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Another router at one moment.
 *
 * @param id one for each start of a router
 * @param name what it calls itself; its id until it has said
 * @param since when it came to this state
 * @param ageMillis since it was last heard
 * @param messages taken from it, and their {@code bytes}
 * @param missed messages that it said and that did not come; what they told has been asked for again
 * @param requests legs that it has in flight, over all targets
 * @param inflightBlocks and what they weigh
 * @param hello what it last said of itself; null before
 */
public record MemberStatus(
        String id,
        String name,
        MemberState state,
        Instant since,
        long ageMillis,
        long messages,
        long bytes,
        long missed,
        long requests,
        long inflightBlocks,
        @Nullable Hello hello) {}
