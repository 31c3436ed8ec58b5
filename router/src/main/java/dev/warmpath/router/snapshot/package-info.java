/**
 * Warm restart: keeps what the ranks hold in a file, every so often and when the router stops, and gives it back to them
 * when it starts. {@code server} begins and ends it, {@code fleet} asks it for each rank's view, {@code observe},
 * {@code doctor} and {@code admin} read {@link dev.warmpath.router.snapshot.SnapshotStatus}. The bytes are
 * {@code snapshot.file}'s; whether a publisher continues a view is decided by its stream.
 */
@NullMarked
package dev.warmpath.router.snapshot;

import org.jspecify.annotations.NullMarked;
