package dev.warmpath.router.cli;

/**
 * A subcommand that another module brings (demo, sim, bench), found with {@link java.util.ServiceLoader}: the router
 * must not depend on the module that simulates its engines.
 */
public interface CommandProvider {

    /** A picocli-annotated command object, new for each call. */
    Object command();
}
