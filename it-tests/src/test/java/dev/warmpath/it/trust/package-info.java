/** What a router makes of engines whose caches are not what their events say. */
@NullMarked
package dev.warmpath.it.trust;

import org.jspecify.annotations.NullMarked;
