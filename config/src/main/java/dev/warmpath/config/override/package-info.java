/**
 * Values from outside the file: environment variables and {@code --set} options, laid over the file's tree. Names that
 * lead nowhere are reported with the nearest that does.
 */
@NullMarked
package dev.warmpath.config.override;

import org.jspecify.annotations.NullMarked;
