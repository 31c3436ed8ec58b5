/** Caches of several tiers, from the engines' events over the wire to what explain says and where requests go. */
@NullMarked
package dev.warmpath.it.tiers;

import org.jspecify.annotations.NullMarked;
