/** Checks of the workers: {@link dev.warmpath.router.doctor.catalogue.WorkerCheck}. */
@NullMarked
package dev.warmpath.router.doctor.check.worker;

import org.jspecify.annotations.NullMarked;
