package dev.warmpath.router.cli;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.keys.CredentialKinds;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.section.Unreadable;
import dev.warmpath.config.settings.admin.AdminToken.Scope;
import dev.warmpath.router.access.SecretTable;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath key}: makes keys for clients and tokens for the admin port. */
@Command(
        name = "key",
        description = "Makes keys for clients and tokens for the admin port.",
        mixinStandardHelpOptions = true,
        subcommands = KeyCommand.New.class)
final class KeyCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is missing: key new --name NAME");
    }

    /** {@code warmpath key new --name NAME}. */
    @Command(
            name = "new",
            description = {
                "Makes a random key, and prints it with what the router is to know of it.",
                "The key is printed this once: it is written nowhere, and cannot be had from its SHA-256."
            },
            mixinStandardHelpOptions = true)
    static final class New implements Callable<Integer> {

        /** 256 bits: beyond guessing, so a plain SHA-256 is enough to keep. */
        private static final int BYTES = 32;

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "Tells keys apart, and is shown: 1 to 64 letters, digits, dots, dashes and underscores.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                description = "Make a token for the admin port instead: read looks and explains, write changes, too.")
        private @Nullable Scope scope;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            try {
                CredentialKinds.NAME.read(new Node.Scalar(name, Node.Style.OVERRIDE, Origin.UNKNOWN));
            } catch (Unreadable unfit) {
                throw new ParameterException(spec.commandLine(), "--name " + unfit.message() + ". " + unfit.remedy());
            }
            byte[] random = new byte[BYTES];
            new SecureRandom().nextBytes(random);
            print(CredentialKinds.KEY_PREFIX + HexFormat.of().formatHex(random));
            return 0;
        }

        private void print(String secret) {
            String digest = SecretTable.digest(secret);
            String item = "- {name: \"" + name + "\", sha256: \"" + digest + "\"";
            PrintWriter out = spec.commandLine().getOut();
            out.println("For the caller, shown this once:");
            out.println("    " + secret);
            if (scope == null) {
                out.println("A line of server.keys_file:");
                out.println("    " + name + " " + digest);
                out.println("Or an item of server.keys:");
                out.println("    " + item + "}");
            } else {
                out.println("An item of admin.tokens:");
                out.println("    " + item + ", scope: " + scope.name().toLowerCase(Locale.ROOT) + "}");
            }
            out.flush();
        }
    }
}
