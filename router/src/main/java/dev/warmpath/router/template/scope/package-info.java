/**
 * Which variable a name means: scopes, the slots of their variables, and what in a tree reads and sets names. Called by
 * {@code compile}; depends on {@code syntax}, and on {@code run} for how a scope is entered.
 */
@NullMarked
package dev.warmpath.router.template.scope;

import org.jspecify.annotations.NullMarked;
