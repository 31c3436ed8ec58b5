/**
 * The settings a router runs with: immutable records that hold values which have already been checked. Everyone may read
 * them; only {@code dev.warmpath.config.binding} builds them from a file.
 *
 * <p>A key's place in the file tells where its record is. {@link dev.warmpath.config.settings.WarmpathSettings} is the whole
 * file. A section that is one record stands beside it ({@code cluster}: {@code ClusterSettings}); a section of several
 * records, and one that may stand in several places, has the package of its name ({@code workers}, {@code tls}). Those
 * packages know nothing of this one.
 */
@NullMarked
package dev.warmpath.config.settings;

import org.jspecify.annotations.NullMarked;
