/** What engines say of their own load, from simulated engines to the admin port, the metrics and the doctor. */
@NullMarked
package dev.warmpath.it.load;

import org.jspecify.annotations.NullMarked;
