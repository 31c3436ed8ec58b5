package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Origin;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All that is wrong is reported at once, with path, place, what was seen and what to do. */
class ProblemReportTest {

    @Test
    void oneRunReportsTheProblemsOfEverySectionWithTheirLines() {
        Loading loading = Loading.of("""
                        server: {port: 70000, max_body: 64MB!}
                        admin: {port: eighty}
                        scoring:
                          prefill: {overlap_weight: -1}
                          prefil: {overlap_weight: 1}
                        index:
                          max_blocks_total: 0
                        events: {reply_timeout: 5s}
                        prompt: 7
                        upstream:
                          retries: 99
                          retries: 3
                        models:
                          - {tokenizer: x}
                          - {name: m}
                        workers:
                          - url: ftp://10.0.0.1:30000
                            role: prefil
                            engine: sglang
                            kv_events: {endpoint: 10.0.0.1:5557}
                          - role: decode
                        """).env("WARMPATH_SERVER__PROT", "1").set("workers[0].rol=decode");

        assertThat(loading.problems())
                .extracting(ConfigProblem::origin, ConfigProblem::path)
                .containsExactly(
                        at(1, "server.port"),
                        at(1, "server.max_body"),
                        at(2, "admin.port"),
                        at(3, "scoring.decode.overlap_weight"),
                        at(4, "scoring.prefill.overlap_weight"),
                        at(5, "scoring.prefil"),
                        at(7, "index.max_blocks_total"),
                        at(8, "events.reply_timeout"),
                        at(9, "prompt"),
                        at(11, "upstream.retries"),
                        at(12, "upstream.retries"),
                        at(14, "models[0].name"),
                        at(17, "workers[0].url"),
                        at(18, "workers[0].role"),
                        at(20, "workers[0].kv_events.endpoint"),
                        at(21, "workers[1].url"),
                        at(21, "workers[1].engine"),
                        tuple(new Origin.Variable("WARMPATH_SERVER__PROT"), "server.prot"),
                        tuple(new Origin.SetOption("workers[0].rol"), "workers[0].rol"));
    }

    private static Tuple at(int line, String path) {
        return tuple(new Origin.Line(line), path);
    }

    @Test
    void problemReadsAsOneSentenceAndOneRemedy() {
        assertThat(Loading.worker("role: prefil", "engine: sglang").onlyProblem())
                .hasToString("workers[0].role (line 9): is not one of prefill, decode, mixed; saw \"prefil\". "
                        + "Did you mean prefill?");
        assertThat(Loading.base("").set("server.port=x").onlyProblem())
                .hasToString("server.port (--set server.port): is not a whole number from 0 to 65535; saw \"x\". "
                        + "Write a whole number from 0 to 65535");
    }

    @ParameterizedTest
    @CsvSource({
        "'sever: {port: 1}', sever, server",
        "'server: {prot: 1}', server.prot, port",
        "'server: {max-body: 1}', server.max-body, max_body",
        "'server: {maxBody: 1}', server.maxBody, max_body",
        "'upstream: {connect_timeuot: 1s}', upstream.connect_timeuot, connect_timeout",
        "'index: {max_block_total: 1}', index.max_block_total, max_blocks_total",
    })
    void unknownKeyIsRefusedWithTheNearestKnownOne(String yaml, String path, String meant) {
        ConfigProblem problem = Loading.base(yaml).onlyProblem();

        assertThat(problem.path()).isEqualTo(path);
        assertThat(problem.message()).isEqualTo("is not a known key");
        assertThat(problem.remedy()).isEqualTo("Did you mean " + meant + "?");
    }

    @Test
    void unknownKeyThatResemblesNoneIsToldTheKnownOnes() {
        ConfigProblem problem = Loading.base("admin: {password: hunter2}").onlyProblem();

        assertThat(problem.remedy()).isEqualTo("Known here: token, tokens, worker_hosts, host, port, tls, max_workers");
        assertThat(problem.toString()).doesNotContain("hunter2");
    }

    @Test
    void everyRepeatedKeyIsReportedWithBothLines() {
        Loading loading = Loading.base("""
                server:
                  port: 1
                  host: a
                  port: 2
                  host: b
                  port: 3
                admin: {port: 0, port: 0}
                server: {}
                """);

        assertThat(loading.problems())
                .extracting(ConfigProblem::path, ConfigProblem::message)
                .containsExactly(
                        tuple("server.port", "is written more than once, first on line 8"),
                        tuple("server.host", "is written more than once, first on line 9"),
                        tuple("server.port", "is written more than once, first on line 8"),
                        tuple("admin.port", "is written more than once, first on line 13"),
                        tuple("server", "is written more than once, first on line 7"));
        assertThat(loading.problems())
                .extracting(ConfigProblem::origin)
                .containsExactly(
                        new Origin.Line(10),
                        new Origin.Line(11),
                        new Origin.Line(12),
                        new Origin.Line(13),
                        new Origin.Line(14));
    }

    @Test
    void valueOfTheWrongShapeIsNamed() {
        assertThat(Loading.base("server: [1]").onlyProblem().message()).isEqualTo("is a list, not a section");
        assertThat(Loading.base("server: {port: {a: 1}}").onlyProblem().message())
                .isEqualTo("is a section");
        assertThat(Loading.base("workers: {url: x}").onlyProblem().message()).isEqualTo("is a section, not a list");
        assertThat(Loading.base("workers: x").onlyProblem().message()).isEqualTo("is a single value, not a list");
        assertThat(Loading.of("- a").badPaths()).contains("");
    }

    @Test
    void whatWasSeenStaysOneReadableLine() {
        String seen = Loading.base("")
                .set("server.port=a\nb" + "x".repeat(1_000))
                .onlyProblem()
                .seen();

        assertThat(seen).startsWith("a?bx").endsWith("x...").hasSize(123);
    }

    @Test
    void secretsAreNeverShown() {
        Loading loading = Loading.worker(
                        "role: prefill", "engine: sglang", "api_key: \"hunter2 with a space\"", "models: hunter2")
                .set("admin.token=hunter\u00fc2", "admin.tokn=hunter2");

        assertThat(loading.problems()).hasSize(4);
        assertThat(loading.problems().toString())
                .contains("***")
                .doesNotContain("hunter2 ")
                .doesNotContain("hunter\u00fc2");
        assertThat(Loading.base("workers: [{url: 'http://bob:hunter2@h:1', role: decode, engine: vllm}]")
                        .onlyProblem()
                        .seen())
                .isEqualTo("http://***@h:1");
        assertThat(Loading.base("workers: [{url: 'http://bob:hunter2@h h:1', role: decode, engine: vllm}]")
                        .problems()
                        .toString())
                .doesNotContain("hunter2");
    }
}
