package dev.warmpath.router.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath doctor}: asks a running router what is wrong with its fleet. */
@Command(
        name = "doctor",
        description = {
            "Asks a running router what is wrong with its cache affinity, and what to do.",
            "Writes one line per finding, the worst first: pass, warn or fail, the check, the rank or worker that it is"
                    + " about, what was seen, and what to do. docs/operations.md has more on each check.",
            "Exit status 0: all pass; 1: some warn; 2: some fail; 3: the router could not be asked. Wrong usage is 3"
                    + " too.",
            "doctor storage asks no router, but this machine about a directory."
        },
        mixinStandardHelpOptions = true,
        subcommands = StorageCommand.class,
        exitCodeOnInvalidInput = DoctorCommand.NOT_ASKED,
        exitCodeOnExecutionException = DoctorCommand.NOT_ASKED)
final class DoctorCommand implements Callable<Integer> {

    static final int NOT_ASKED = 3;

    private static final String PATH = "/admin/doctor";
    private static final List<String> WORST_FIRST = List.of("fail", "warn", "pass");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Not there with a subcommand, which asks no router. */
    @ArgGroup(exclusive = false)
    private @Nullable AdminCall router;

    @Option(names = "--json", description = "Print the router's answer as it is.")
    private boolean json;

    @Option(names = "--quiet", description = "Leave out the checks that pass.")
    private boolean quiet;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        AdminCall admin = router;
        if (admin == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--admin=URL'");
        }
        try {
            HttpResponse<String> answer = admin.get(PATH);
            if (answer.statusCode() != 200) {
                return complain("the admin port answered " + answer.statusCode() + AdminCall.hint(answer.statusCode()));
            }
            JsonNode report = JSON.readTree(answer.body());
            int status = WORST_FIRST.indexOf(report.path("status").asText());
            if (status < 0) {
                return complain("this is no doctor's answer; is " + admin.admin() + " a router's admin port?");
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(answer.body());
            } else {
                print(report, out);
            }
            out.flush();
            return WORST_FIRST.size() - 1 - status;
        } catch (JsonProcessingException notJson) {
            return complain("the answer is no JSON; is " + admin.admin() + " a router's admin port?");
        } catch (IOException | IllegalArgumentException failed) {
            return complain(admin.noAnswer(failed));
        }
    }

    private void print(JsonNode report, PrintWriter out) {
        List<JsonNode> checks = new ArrayList<>();
        report.path("checks").forEach(checks::add);
        checks.sort(Comparator.comparingInt(
                check -> WORST_FIRST.indexOf(check.path("status").asText())));
        int passing = 0;
        for (JsonNode check : checks) {
            boolean passed = check.path("status").asText().equals("pass");
            passing += passed ? 1 : 0;
            if (passed && quiet) {
                continue;
            }
            String target =
                    check.path("target").isTextual() ? check.path("target").asText() : "";
            out.println(
                    check.path("status").asText() + "  " + check.path("name").asText() + "  "
                            + (target.isEmpty() ? "" : target + "  ")
                            + check.path("seen").asText()
                            + (passed ? "" : "  -> " + check.path("remedy").asText()));
        }
        out.println(report.path("status").asText() + ", " + passing + " of " + checks.size() + " pass");
    }

    private int complain(String what) {
        spec.commandLine().getErr().println("warmpath doctor: " + what);
        return NOT_ASKED;
    }
}
