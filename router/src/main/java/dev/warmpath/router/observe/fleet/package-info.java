/**
 * Meters of workers, ranks and their streams, read at each scrape from the fleet as it is then; {@code FleetMeter} is the list
 * of them. Called by whoever serves the scrape.
 */
@NullMarked
package dev.warmpath.router.observe.fleet;

import org.jspecify.annotations.NullMarked;
