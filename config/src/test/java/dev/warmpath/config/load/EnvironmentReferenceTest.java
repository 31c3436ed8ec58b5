package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.problem.ConfigProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ${NAME}} in the values of a file. */
class EnvironmentReferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${NAME}              | value",
                "a-${NAME}-b          | a-value-b",
                "${NAME}${NAME}       | valuevalue",
                "${NAME:-other}       | value",
                "${NONE:-other}       | other",
                "${EMPTY:-other}      | other",
                "a${NONE:-}           | a",
                "$$                   | $",
                "$${NAME}             | ${NAME}",
                "$$$${NAME}           | $${NAME}",
                "$$${NAME}            | $value",
                "cost-$5              | cost-$5",
                "$NAME                | $NAME",
                "${DOLLARS}           | ${NAME} $$",
            })
    void referenceIsReplaced(String written, String expected) {
        Loading loading = Loading.base("server: {host: '" + written + "'}")
                .env("NAME", "value")
                .env("EMPTY", "")
                .env("DOLLARS", "${NAME} $$");

        assertThat(loading.settings().server().host()).isEqualTo(expected);
    }

    @Test
    void unsetVariableIsReportedOnceWithPathAndName() {
        ConfigProblem problem = Loading.worker("role: decode", "engine: vllm", "block_size: ${BLOCKS}")
                .onlyProblem();

        assertThat(problem.path()).isEqualTo("workers[0].block_size");
        assertThat(problem.message()).contains("BLOCKS").contains("not set");
        assertThat(problem.remedy()).isEqualTo("Set BLOCKS, or write ${BLOCKS:-default}");
        assertThat(problem.origin()).hasToString("line 11");
    }

    @Test
    void unsetVariableOfARequiredValueIsNotAlsoMissing() {
        Loading loading = Loading.of("""
                scoring: {prefill: {overlap_weight: '${A}'}, decode: {overlap_weight: '${B}'}}
                models: [{name: '${C}'}]
                """);

        assertThat(loading.problems())
                .extracting(ConfigProblem::path)
                .containsExactly("scoring.prefill.overlap_weight", "scoring.decode.overlap_weight", "models[0].name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${", "${}", "${1A}", "${A-B}", "${A:b}", "${A", "x ${:-y}"})
    void braceThatIsNoReferenceIsRefused(String written) {
        ConfigProblem problem =
                Loading.base("server: {host: '" + written + "'}").env("A", "x").onlyProblem();

        assertThat(problem.path()).isEqualTo("server.host");
        assertThat(problem.message()).contains("no reference");
    }

    @Test
    void replacedTextMayBeANumberEvenInQuotes() {
        Loading loading = Loading.base(
                        "server: {port: \"${PORT}\", max_body: '${SIZE}MiB', target_headers: \"${FLAG}\"}")
                .env("PORT", "8081")
                .env("SIZE", "2")
                .env("FLAG", "true");

        assertThat(loading.settings().server().port()).isEqualTo(8081);
        assertThat(loading.settings().server().maxBodyBytes()).isEqualTo(2 << 20);
        assertThat(loading.settings().server().targetHeaders()).isTrue();
    }

    @Test
    void replacedTextIsNotYaml() {
        Loading loading = Loading.base("server: {host: \"${HOST}\"}").env("HOST", "a, port: 1}");

        assertThat(loading.settings().server().host()).isEqualTo("a, port: 1}");
    }

    @Test
    void referenceMayNameAVariableThatLooksLikeAnOverride() {
        Loading loading =
                Loading.base("admin: {token: \"${WARMPATH_ADMIN_TOKEN}\"}").env("WARMPATH_ADMIN_TOKEN", "s3cret");

        assertThat(loading.settings().admin().token()).isEqualTo("s3cret");
    }

    @Test
    void emptySecretIsNone() {
        Loading loading = Loading.base("admin: {token: \"${WARMPATH_ADMIN_TOKEN:-}\"}");

        assertThat(loading.settings().admin().token()).isNull();
    }

    @Test
    void keysAreLeftAlone() {
        assertThat(Loading.base("server: {'${KEY}': 1}").env("KEY", "port").badPaths())
                .containsExactly("server.${KEY}");
    }
}
