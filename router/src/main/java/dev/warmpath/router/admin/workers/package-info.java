/**
 * {@code /admin/workers}: its calls, its answers, and the end of leases. What may be changed is decided by {@code
 * admin.registry}.
 */
@NullMarked
package dev.warmpath.router.admin.workers;

import org.jspecify.annotations.NullMarked;
