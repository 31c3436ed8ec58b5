/**
 * What is wrong with a configuration: problems as values, where they were found, and the one place that collects them.
 * Everything that reads configuration reports here; nothing here knows what is being read.
 */
@NullMarked
package dev.warmpath.config.problem;

import org.jspecify.annotations.NullMarked;
