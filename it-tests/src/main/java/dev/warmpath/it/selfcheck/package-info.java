/**
 * {@code warmpath self-check}: whether this installation can do what a router has to do, told in seconds and without a
 * fleet. The image's build runs it, so that a broken image fails there. A check looks at one ability and is one class;
 * {@link dev.warmpath.it.selfcheck.SelfCheck} lists and runs them. Uses the simulated engines for what an engine sends.
 */
@NullMarked
package dev.warmpath.it.selfcheck;

import org.jspecify.annotations.NullMarked;
