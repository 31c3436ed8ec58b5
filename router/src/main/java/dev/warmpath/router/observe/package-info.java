/**
 * What the router measures of itself, as Micrometer meters (design 3.11). Labels come from configuration and enums only,
 * never from clients. Called from event loops; nothing here blocks.
 */
@NullMarked
package dev.warmpath.router.observe;

import org.jspecify.annotations.NullMarked;
