/**
 * The sections {@code tls}, wherever they stand: of listening ports, towards workers, and towards what tells of workers.
 */
@NullMarked
package dev.warmpath.config.settings.tls;

import org.jspecify.annotations.NullMarked;
