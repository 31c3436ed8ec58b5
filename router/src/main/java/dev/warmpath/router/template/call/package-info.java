/** Calls: what can be called, and how arguments find their parameters. Depends on {@code value} and {@code fault}. */
@NullMarked
package dev.warmpath.router.template.call;

import org.jspecify.annotations.NullMarked;
