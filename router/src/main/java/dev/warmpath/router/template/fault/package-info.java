/** How the interpreter gives up, and why. Every other part of it may depend on this one; it depends on nothing. */
@NullMarked
package dev.warmpath.router.template.fault;

import org.jspecify.annotations.NullMarked;
