package dev.warmpath.router.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath explain}: where would this request go, and why? */
@Command(
        name = "explain",
        description = {
            "Asks a running router where it would send a request, and why. Nothing is sent to any worker.",
            "Writes what each candidate holds of the prompt, by tier, how far that is believed, what it would cost, and"
                    + " which ones are chosen. Blocks are in each worker's own block size."
        },
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

    private static final String STDIN = "-";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROW = "%-2s %-8s %-40s %8s %8s %8s %6s %8s %9s %10s %9s  %s%n";

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AdminCall admin;

    @Option(
            names = "--endpoint",
            paramLabel = "PATH",
            defaultValue = "/v1/chat/completions",
            description = "The path that the request would be sent to (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String endpoint;

    @Option(names = "--json", description = "Print the router's answer as it is.")
    private boolean json;

    @Parameters(paramLabel = "FILE", description = "The request's body as JSON, or - for standard input.")
    @SuppressWarnings("NullAway.Init")
    private String file;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        byte[] body;
        try {
            body = file.equals(STDIN) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
        } catch (NoSuchFileException missing) {
            return complain("there is no file " + file + "; name one with the request's body as JSON, or -");
        } catch (IOException unreadable) {
            return complain("cannot read " + file + ": " + unreadable);
        }
        try {
            String path = "/admin/explain?endpoint=" + URLEncoder.encode(endpoint, StandardCharsets.UTF_8);
            HttpResponse<String> answer = admin.post(path, body);
            if (answer.statusCode() != 200) {
                return complain("the admin port answered " + answer.statusCode() + reason(answer.body())
                        + AdminCall.hint(answer.statusCode()));
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(answer.body());
            } else {
                print(JSON.readTree(answer.body()), out);
            }
            out.flush();
            return 0;
        } catch (JsonProcessingException notJson) {
            return complain("the answer is no JSON; is " + admin.admin() + " a router's admin port?");
        } catch (IOException | IllegalArgumentException failed) {
            return complain(admin.noAnswer(failed));
        }
    }

    private static String reason(String body) {
        try {
            String message = JSON.readTree(body).path("error").path("message").asText();
            return message.isEmpty() ? "" : " (" + message + ")";
        } catch (JsonProcessingException notJson) {
            return "";
        }
    }

    private static void print(JsonNode answer, PrintWriter out) {
        out.printf(
                "model %s, %d tokens, %d blocks%n",
                answer.path("model").asText(),
                answer.path("tokens").asInt(),
                answer.path("blocks").asInt());
        if (answer.path("unhashed").isTextual()) {
            out.println("routed by load alone: " + answer.path("unhashed").asText());
        }
        printHints(answer.path("hints"), out);
        out.printf(
                ROW, "", "role", "target", "device", "host", "disk", "trust", "missed", "load", "cost", "transfer", "");
        for (JsonNode row : answer.path("candidates")) {
            print(row, isChosen(row, answer.path("chosen")), out);
        }
    }

    /** Only what has an effect: most requests say nothing. */
    private static void printHints(JsonNode hints, PrintWriter out) {
        double factor = hints.path("weight_factor").asDouble(1);
        if (factor != 1) {
            out.printf(
                    Locale.ROOT,
                    "retention %s: overlap weights x %.1f%n",
                    hints.path("retention").asText(),
                    factor);
        }
        if (hints.path("session_only").asBoolean()) {
            out.println("its session goes to one target of each side (hard)");
        } else if (hints.path("session_bonus").asDouble() > 0) {
            out.printf(
                    Locale.ROOT,
                    "its session's targets cost %.0f blocks less%n",
                    hints.path("session_bonus").asDouble());
        }
    }

    /** What is to be known of a candidate beside its numbers. */
    private static String remark(JsonNode row) {
        StringJoiner remark = new StringJoiner(", ");
        if (row.path("eligible").isTextual()) {
            remark.add(row.path("eligible").asText());
        }
        if (row.path("session").asBoolean()) {
            remark.add("the session's");
        }
        JsonNode skip = row.path("skip_prefill");
        if (skip.isObject()) {
            remark.add("skip_prefill " + skip.path("verdict").asText() + " (lacks "
                    + skip.path("lacked_tokens").asInt() + " tokens)");
        }
        return remark.toString();
    }

    private static boolean isChosen(JsonNode row, JsonNode chosen) {
        String target = row.path("target").asText();
        return switch (row.path("role").asText()) {
            case "prefill" -> target.equals(chosen.path("prefill").asText());
            case "decode" -> target.equals(chosen.path("decode").asText());
            default -> target.equals(chosen.path("prefill").asText());
        };
    }

    private static void print(JsonNode row, boolean chosen, PrintWriter out) {
        JsonNode overlap = row.path("overlap");
        out.printf(
                ROW,
                chosen ? "=>" : "",
                row.path("role").asText(),
                row.path("target").asText(),
                overlap.path("device").asText(),
                overlap.path("host").asText(),
                overlap.path("disk").asText(),
                rounded(row.path("trust")),
                rounded(row.path("missed")),
                rounded(row.path("load")),
                rounded(row.path("cost")),
                row.path("transfer").isNumber()
                        ? rounded(row.path("transfer"))
                        : row.path("transfer").asText(""),
                remark(row));
    }

    private static String rounded(JsonNode number) {
        return String.format(Locale.ROOT, "%.2f", number.asDouble());
    }

    private int complain(String what) {
        spec.commandLine().getErr().println("warmpath explain: " + what);
        return 1;
    }
}
