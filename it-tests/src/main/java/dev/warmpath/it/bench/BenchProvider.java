package dev.warmpath.it.bench;

import dev.warmpath.router.cli.CommandProvider;

/** Brings {@code warmpath bench}. */
public final class BenchProvider implements CommandProvider {

    @Override
    public Object command() {
        return new BenchCommand();
    }
}
