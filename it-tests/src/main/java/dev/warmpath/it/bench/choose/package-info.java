/**
 * What one choice costs, from hashes to booked legs: by number of targets and length of prompt, alone and beside another
 * event loop and the events of the fleet. No sockets, no tokenizer. Run by {@code warmpath bench choose}.
 */
@NullMarked
package dev.warmpath.it.bench.choose;

import org.jspecify.annotations.NullMarked;
