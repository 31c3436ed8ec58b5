package dev.warmpath.router.cluster.wire;

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
 */
public record Hello(
        String name, String version, String models, String scoring, String workers, String weights, long registers) {}
