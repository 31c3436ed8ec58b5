/**
 * {@code warmpath bench NAME}: runs that measure or prove something and take a while. Each prints a table and, last, one
 * line of JSON. A benchmark is a picocli command with {@link BenchOptions} mixed in, listed in {@link BenchCommand}; what
 * it does lives in a package of its own.
 */
@NullMarked
package dev.warmpath.it.bench;

import org.jspecify.annotations.NullMarked;
