/**
 * What {@code warmpath bench replay} does: proves that a tier below the engines' GPU memory serves prompts after the
 * engines were restarted. Called by the command; runs simulated engines and a router in this process, on real sockets.
 */
@NullMarked
package dev.warmpath.it.bench.replay;

import org.jspecify.annotations.NullMarked;
