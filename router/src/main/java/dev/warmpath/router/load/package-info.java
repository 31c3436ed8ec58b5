/**
 * What engines say of their own load: the last word of each rank, how old it is, and how long it has contradicted the
 * router's own count. The askers write it, fleet and pages show it. Never part of a choice. Depends on configuration only.
 */
@NullMarked
package dev.warmpath.router.load;

import org.jspecify.annotations.NullMarked;
