/**
 * Changes of the fleet at run time: who may join and where, what a change is conditional on, and when it ends by itself.
 * Called by the admin port's resources; knows nothing of HTTP but the statuses of refusals.
 */
@NullMarked
package dev.warmpath.router.admin.registry;

import org.jspecify.annotations.NullMarked;
