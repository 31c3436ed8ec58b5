/**
 * The load of every target, and the bookings that make it: what a chosen leg puts on its target, from the choice until
 * its release. The choice books through {@link dev.warmpath.scorer.load.LoadLedger}, the request path ends what was
 * booked through {@link dev.warmpath.scorer.load.Booking}. Everything is guarded by the ledger's one lock. Knows
 * neither the index nor weights and costs; depends on chain.
 */
@NullMarked
package dev.warmpath.scorer.load;

import org.jspecify.annotations.NullMarked;
