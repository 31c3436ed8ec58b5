/**
 * How members of a cluster find each other and hear each other: Vert.x's clustered event bus, with Hazelcast to say who is
 * there. {@code router.cluster} joins by it and speaks over it. The only place that knows Hazelcast; its classes are
 * loaded when a router joins, and not before.
 */
@NullMarked
package dev.warmpath.router.cluster.bus;

import org.jspecify.annotations.NullMarked;
