/** Addresses as configuration writes them. */
@NullMarked
package dev.warmpath.config.address;

import org.jspecify.annotations.NullMarked;
