/**
 * The endpoints of engines that the data port serves, in one table: what each is asked with, what of its prompt can be
 * matched, which workers can answer it, and how errors look on it. Asked by everything that treats endpoints differently;
 * depends on configuration's words only.
 */
@NullMarked
package dev.warmpath.router.endpoint;

import org.jspecify.annotations.NullMarked;
