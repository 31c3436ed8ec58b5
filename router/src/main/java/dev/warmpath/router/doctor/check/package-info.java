/**
 * How the doctor judges: one small class per check, a pure function from evidence to findings. {@code AllChecks} lists
 * them.
 */
@NullMarked
package dev.warmpath.router.doctor.check;

import org.jspecify.annotations.NullMarked;
