/** Checks of what is between several routers of one fleet. {@code doctor.check} lists them. */
@NullMarked
package dev.warmpath.router.doctor.check.cluster;

import org.jspecify.annotations.NullMarked;
