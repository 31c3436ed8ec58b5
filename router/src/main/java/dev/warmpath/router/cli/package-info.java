/** The command line: one class per subcommand; no logic that a server would need. */
@NullMarked
package dev.warmpath.router.cli;

import org.jspecify.annotations.NullMarked;
