/**
 * Carries out an attempt: sends its legs, watches them, and makes sure that no leg outlives the reason it was sent for.
 * An attempt lives on one event loop and owns its bookings: whatever happens, it ends them.
 */
@NullMarked
package dev.warmpath.router.legs;

import org.jspecify.annotations.NullMarked;
