/**
 * {@code /admin/weights}: its calls and its body.
 */
@NullMarked
package dev.warmpath.router.admin.weights;

import org.jspecify.annotations.NullMarked;
