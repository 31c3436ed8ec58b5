/**
 * What the doctor can find, each with its texts: the one source of its answers and of the table in the operations page.
 * Depends on nothing.
 */
@NullMarked
package dev.warmpath.router.doctor.catalogue;

import org.jspecify.annotations.NullMarked;
