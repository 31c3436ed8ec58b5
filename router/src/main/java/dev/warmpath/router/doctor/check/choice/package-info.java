/** Checks of choosing: {@link dev.warmpath.router.doctor.catalogue.ChoiceCheck}. */
@NullMarked
package dev.warmpath.router.doctor.check.choice;

import org.jspecify.annotations.NullMarked;
