package dev.warmpath.it.selfcheck;

import dev.warmpath.router.cli.CommandProvider;

/** Brings {@code warmpath self-check}. */
public final class SelfCheckProvider implements CommandProvider {

    @Override
    public Object command() {
        return new SelfCheckCommand(SelfCheck.ofThisInstallation());
    }
}
