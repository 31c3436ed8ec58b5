/**
 * Who may call the admin port, and the record of what callers changed. Called by the port and its resources; knows
 * neither paths' handlers nor what they change.
 */
@NullMarked
package dev.warmpath.router.admin.guard;

import org.jspecify.annotations.NullMarked;
