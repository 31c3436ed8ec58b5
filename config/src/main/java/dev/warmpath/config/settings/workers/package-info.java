/**
 * One worker as an item of {@code workers} has it, from the file or registered at run time: what it does and speaks, where
 * its events come from and where it stands.
 */
@NullMarked
package dev.warmpath.config.settings.workers;

import org.jspecify.annotations.NullMarked;
