/**
 * Who may come in at the ports between routers: each connection proves that it knows {@code cluster.secret} before a byte of
 * it is read as anything else. {@code cluster.bus} puts it before Hazelcast and before the event bus. Knows neither.
 */
@NullMarked
package dev.warmpath.router.cluster.door;

import org.jspecify.annotations.NullMarked;
