package dev.warmpath.it.cli;

import dev.warmpath.router.cli.CommandProvider;

/** Brings {@code warmpath sim}. */
public final class SimCommandProvider implements CommandProvider {

    @Override
    public Object command() {
        return new SimCommand();
    }
}
