/** Checks of the event streams: {@link dev.warmpath.router.doctor.catalogue.StreamCheck}. */
@NullMarked
package dev.warmpath.router.doctor.check.stream;

import org.jspecify.annotations.NullMarked;
