/**
 * The status page: its files, and the one answer that it polls. Called by the admin port, which decides who may call; reads
 * what the fleet, the chooser, the doctor, the metrics and the recent decisions tell, and changes nothing.
 */
@NullMarked
package dev.warmpath.router.page;

import org.jspecify.annotations.NullMarked;
