/** One end-to-end test for each thing without which a KV-aware router quietly becomes round-robin. */
@NullMarked
package dev.warmpath.it.pillars;

import org.jspecify.annotations.NullMarked;
