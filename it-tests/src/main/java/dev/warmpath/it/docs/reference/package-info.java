/**
 * The two pages of {@code docs/} that nobody writes: every configuration key, from the bindings and the commented example, and the
 * admin port, from its OpenAPI document. {@code warmpath docs --reference} writes them; a test fails where what is committed
 * differs.
 */
@NullMarked
package dev.warmpath.it.docs.reference;

import org.jspecify.annotations.NullMarked;
