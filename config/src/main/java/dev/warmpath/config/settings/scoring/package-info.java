/**
 * What targets are chosen by: the section {@code scoring}, and in a record each the sections inside it.
 */
@NullMarked
package dev.warmpath.config.settings.scoring;

import org.jspecify.annotations.NullMarked;
