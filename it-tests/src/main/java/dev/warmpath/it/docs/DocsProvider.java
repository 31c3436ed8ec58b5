package dev.warmpath.it.docs;

import dev.warmpath.router.cli.CommandProvider;

/** Brings {@code docs} to the command line. */
public final class DocsProvider implements CommandProvider {

    @Override
    public Object command() {
        return new DocsCommand();
    }
}
