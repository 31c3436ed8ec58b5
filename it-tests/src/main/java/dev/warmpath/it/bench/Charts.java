package dev.warmpath.it.bench;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Whether this Java runtime can draw charts: the image's cannot, which would show after minutes of measuring. */
final class Charts {

    private static final String MODULE = "java.desktop";

    private Charts() {}

    /** Refuses the command where they cannot be drawn. */
    static void need(CommandSpec spec) {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "this Java runtime has no " + MODULE
                            + " and cannot draw the charts of this command's page; the image's"
                            + " is one of those: run bin/warmpath instead");
        }
    }
}
