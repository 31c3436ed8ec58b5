/**
 * The routing rules that are compared: the router's own, driven as the router drives it, and those of others as their
 * sources or documents tell them. Made anew for each run of {@link dev.warmpath.it.bench.policy.fleet.Fleet}.
 */
@NullMarked
package dev.warmpath.it.bench.policy.rule;

import org.jspecify.annotations.NullMarked;
