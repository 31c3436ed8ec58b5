/**
 * The file that keeps what the ranks hold between two runs of the router: written whole or not at all, read rank by rank.
 * Called by {@code dev.warmpath.router.snapshot}; knows the bytes of the index and where a stream stood, and neither the
 * fleet nor when to write.
 *
 * <p>The layout, all numbers little-endian:
 *
 * <pre>
 *   header       64 bytes: magic, version, what the block hashes are made with, when it was written, where the
 *                directory is, how long the file is, CRC32C of all that
 *   rank, ...    what {@code scorer.index.snapshot} writes, one after the other
 *   directory    per rank: whose it is, where its stream stood, where its bytes are, their CRC32C
 * </pre>
 *
 * The directory has a checksum in the header. So a fault in header or directory costs the file, and one anywhere else, which
 * is nearly all of it, costs the rank that it hits.
 *
 * <p>What the file tells: addresses, model names and block hashes. Not tokens, text, salts or credentials.
 */
@NullMarked
package dev.warmpath.router.snapshot.file;

import org.jspecify.annotations.NullMarked;
