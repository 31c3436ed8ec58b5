/**
 * What the router measures of itself, as Micrometer meters (design 3.11). Labels come from configuration and enums only,
 * never from clients. Called from event loops; nothing here blocks. Here is what belongs to the router as a whole, a class
 * for each of its parts; what a request counts is in {@code observe.request}, what a scrape reads of the fleet in {@code
 * observe.fleet}.
 */
@NullMarked
package dev.warmpath.router.observe;

import org.jspecify.annotations.NullMarked;
