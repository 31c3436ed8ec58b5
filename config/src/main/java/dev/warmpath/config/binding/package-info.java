/**
 * Which keys there are: each section of the configuration bound to its settings record, with ranges, defaults and the
 * rules between values. The loader and the printer call {@link dev.warmpath.config.binding.SettingsBinding}; YAML,
 * environment and options are none of its business.
 *
 * <p>The packages are those of {@code dev.warmpath.config.settings}: the record {@code settings.scoring.TransferSettings} is
 * bound by {@code binding.scoring.TransferBinding}. A new record component gets its key there, and a line in the example
 * file.
 */
@NullMarked
package dev.warmpath.config.binding;

import org.jspecify.annotations.NullMarked;
