/**
 * What an offload directory lies on, and how an offload daemon should read and write it: mount, block devices, transport;
 * direct or buffered I/O, workers. Called by the command line ({@code warmpath doctor storage}); depends on nothing of
 * the router. Looks only: no file is written, opened or tried.
 *
 * <p>{@link dev.warmpath.router.storage.StorageClassifier} looks, {@link dev.warmpath.router.storage.StorageAdvice}
 * judges. Neither throws: what cannot be found out is said so, and the choice that is safe everywhere is made.
 */
@NullMarked
package dev.warmpath.router.storage;

import org.jspecify.annotations.NullMarked;
