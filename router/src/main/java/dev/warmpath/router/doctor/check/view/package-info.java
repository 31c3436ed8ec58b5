/** Checks of what is known of the caches: {@link dev.warmpath.router.doctor.catalogue.ViewCheck}. */
@NullMarked
package dev.warmpath.router.doctor.check.view;

import org.jspecify.annotations.NullMarked;
