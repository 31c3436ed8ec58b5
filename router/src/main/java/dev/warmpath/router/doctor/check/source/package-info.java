/** Checks of the sources that workers are discovered from. */
@NullMarked
package dev.warmpath.router.doctor.check.source;

import org.jspecify.annotations.NullMarked;
