/**
 * How much the router takes on at one time: who may go on, who waits, who is refused. Called by {@code router.http} from
 * every event loop; knows neither HTTP nor Vert.x.
 */
@NullMarked
package dev.warmpath.router.admission;

import org.jspecify.annotations.NullMarked;
