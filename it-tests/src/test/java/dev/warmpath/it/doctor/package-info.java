/** The doctor over simulated fleets: what is planted is named, and what is well is not. */
@NullMarked
package dev.warmpath.it.doctor;

import org.jspecify.annotations.NullMarked;
