package dev.warmpath.router.template.run;

import org.jspecify.annotations.Nullable;

/**
 * One parameter of a macro.
 *
 * @param otherwise its default, or null
 */
public record Parameter(String name, int slot, @Nullable Code otherwise) {}
