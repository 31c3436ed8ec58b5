package dev.warmpath.it.demo;

import dev.warmpath.router.cli.CommandProvider;

/** Brings {@code demo} to the command line. */
public final class DemoProvider implements CommandProvider {

    @Override
    public Object command() {
        return new DemoCommand();
    }
}
