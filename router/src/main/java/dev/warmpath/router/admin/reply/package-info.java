/**
 * How the resources of the admin port read bodies, answer, and tell by entity tags that a caller has seen what there is.
 */
@NullMarked
package dev.warmpath.router.admin.reply;

import org.jspecify.annotations.NullMarked;
