/**
 * The doctor: names the ways in which a fleet loses cache affinity, from what the other packages publish. The admin port
 * asks {@link dev.warmpath.router.doctor.Doctor}; what there is to find lies in {@code catalogue}, what is looked at in
 * {@code evidence}, and how it is judged in {@code check}. Reads and tells; changes nothing, and sends nothing.
 */
@NullMarked
package dev.warmpath.router.doctor;

import org.jspecify.annotations.NullMarked;
