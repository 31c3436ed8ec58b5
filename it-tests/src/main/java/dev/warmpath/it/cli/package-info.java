/** Subcommands that need the simulated engines. Found by the router's command line through its service interface. */
@NullMarked
package dev.warmpath.it.cli;

import org.jspecify.annotations.NullMarked;
