/**
 * {@code /admin/explain}: its call and its answer.
 */
@NullMarked
package dev.warmpath.router.admin.explain;

import org.jspecify.annotations.NullMarked;
