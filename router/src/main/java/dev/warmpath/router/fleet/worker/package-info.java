/**
 * One registered worker: its ranks as scoring candidates, and what is known of it by now. Each kind of knowledge (engine,
 * health, adapters, addresses, names of transfers) is told by one watcher and read by anyone, without a lock. Knows nothing
 * of the fleet that it is in.
 */
@NullMarked
package dev.warmpath.router.fleet.worker;

import org.jspecify.annotations.NullMarked;
