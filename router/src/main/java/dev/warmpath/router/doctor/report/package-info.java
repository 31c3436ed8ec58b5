/** The doctor's answer. Depends on the catalogue. */
@NullMarked
package dev.warmpath.router.doctor.report;

import org.jspecify.annotations.NullMarked;
