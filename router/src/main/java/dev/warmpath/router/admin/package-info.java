/**
 * The admin port: the scrape, what the fleet looks like, the weights, and why a request would go where. Reads what other
 * packages publish; decides nothing itself.
 */
@NullMarked
package dev.warmpath.router.admin;

import org.jspecify.annotations.NullMarked;
