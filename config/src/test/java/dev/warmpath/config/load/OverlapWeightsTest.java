package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Overlap weights have no default and no fall-back (design 3.1): each way to leave one out is refused. */
class OverlapWeightsTest {

    private static final String PREFILL = "scoring.prefill.overlap_weight";
    private static final String DECODE = "scoring.decode.overlap_weight";
    private static final String MIXED = "scoring.mixed.overlap_weight";
    private static final String MODELS = "models: [{name: m}]\n";
    private static final String MIXED_WORKER = "workers: [{url: 'http://h:1', role: mixed, engine: vllm}]\n";

    static Stream<Arguments> waysToLeaveOneOut() {
        return Stream.of(
                argumentSet("no section", "", new String[] {PREFILL, DECODE}),
                argumentSet("null section", "scoring:\n", new String[] {PREFILL, DECODE}),
                argumentSet("empty section", "scoring: {}\n", new String[] {PREFILL, DECODE}),
                argumentSet("other keys only", "scoring: {recent_decay: 0.5}\n", new String[] {PREFILL, DECODE}),
                argumentSet("only prefill", "scoring: {prefill: {overlap_weight: 1}}\n", new String[] {DECODE}),
                argumentSet("only decode", "scoring: {decode: {overlap_weight: 1}}\n", new String[] {PREFILL}),
                argumentSet("only mixed", "scoring: {mixed: {overlap_weight: 1}}\n", new String[] {PREFILL, DECODE}),
                argumentSet("null role", "scoring: {prefill: , decode: {overlap_weight: 1}}\n", new String[] {PREFILL}),
                argumentSet(
                        "empty role", "scoring: {prefill: {overlap_weight: 1}, decode: {}}\n", new String[] {DECODE}),
                argumentSet(
                        "null weight",
                        "scoring: {prefill: {overlap_weight: null}, decode: {overlap_weight: ~}}\n",
                        new String[] {PREFILL, DECODE}),
                argumentSet(
                        "mixed worker without mixed weight",
                        "scoring: {prefill: {overlap_weight: 1}, decode: {overlap_weight: 1}}\n" + MIXED_WORKER,
                        new String[] {MIXED}),
                argumentSet(
                        "mixed worker and null mixed weight",
                        "scoring: {prefill: {overlap_weight: 1}, decode: {overlap_weight: 1}, mixed: {overlap_weight: }}\n"
                                + MIXED_WORKER,
                        new String[] {MIXED}),
                argumentSet("mixed worker and nothing", MIXED_WORKER, new String[] {PREFILL, DECODE, MIXED}));
    }

    @ParameterizedTest
    @MethodSource("waysToLeaveOneOut")
    void weightThatIsNotWrittenIsRefused(String yaml, String[] missing) {
        Loading loading = Loading.of(yaml + MODELS);

        assertThat(loading.badPaths()).containsExactlyInAnyOrder(missing);
        assertThat(loading.problems()).allSatisfy(problem -> {
            assertThat(problem.message()).isEqualTo("is missing");
            assertThat(problem.remedy())
                    .contains("no default")
                    .contains("20.0 / 2.0")
                    .contains("documented starting point, not a measured optimum");
        });
    }

    @Test
    void mixedWeightIsNotAskedForWithoutMixedWorkers() {
        Loading loading =
                Loading.of("scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}\n" + MODELS);

        assertThat(loading.settings().scoring().mixedOverlapWeight()).isNull();
    }

    @Test
    void eachWeightIsItsOwn() {
        Loading loading = Loading.of(
                "scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 0}, mixed: {overlap_weight: 2.5e1}}\n"
                        + MODELS + MIXED_WORKER);

        assertThat(loading.settings().scoring().prefillOverlapWeight()).isEqualTo(20.0);
        assertThat(loading.settings().scoring().decodeOverlapWeight()).isEqualTo(0.0);
        assertThat(loading.settings().scoring().mixedOverlapWeight()).isEqualTo(25.0);
    }

    @Test
    void environmentCanGiveOneAndOptionTheOther() {
        Loading loading = Loading.of(MODELS + MIXED_WORKER)
                .env("WARMPATH_SCORING__PREFILL__OVERLAP_WEIGHT", "20.0")
                .env("WARMPATH_SCORING__MIXED__OVERLAP_WEIGHT", "5")
                .set("scoring.decode.overlap_weight=2.0");

        assertThat(loading.settings().scoring().prefillOverlapWeight()).isEqualTo(20.0);
        assertThat(loading.settings().scoring().decodeOverlapWeight()).isEqualTo(2.0);
        assertThat(loading.settings().scoring().mixedOverlapWeight()).isEqualTo(5.0);
    }

    @Test
    void workerThatBecomesMixedByTheEnvironmentNeedsTheMixedWeight() {
        Loading loading = Loading.of("scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}\n" + MODELS
                        + "workers: [{url: 'http://h:1', role: decode, engine: vllm}]\n")
                .env("WARMPATH_WORKERS__0__ROLE", "mixed");

        assertThat(loading.badPaths()).containsExactly(MIXED);
    }

    @Test
    void overrideCannotTakeOneAway() {
        assertThat(Loading.base("").set("scoring.decode=null").badPaths()).containsExactly(DECODE);
        assertThat(Loading.base("").set("scoring.decode={}").badPaths()).containsExactly(DECODE);
        assertThat(Loading.base("")
                        .env("WARMPATH_SCORING", "{prefill: {overlap_weight: 1}}")
                        .badPaths())
                .containsExactly(DECODE);
        assertThat(Loading.base("")
                        .env("WARMPATH_SCORING__DECODE__OVERLAP_WEIGHT", "")
                        .badPaths())
                .containsExactly(DECODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "-0.001",
                ".nan",
                ".inf",
                "-.inf",
                "NaN",
                "Infinity",
                "1e999",
                "1e308",
                "1000000.5",
                "\"20.0\"",
                "[1]",
                "{}",
                "high"
            })
    void weightIsANumberInARangeInWhichLoadStillCounts(String written) {
        Loading loading = Loading.of(
                "scoring: {prefill: {overlap_weight: " + written + "}, decode: {overlap_weight: 2.0}}\n" + MODELS);

        assertThat(loading.onlyProblem().path()).isEqualTo(PREFILL);
        assertThat(loading.onlyProblem().remedy()).contains("a number from 0 to 1000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "-1", "Infinity", "20,0"})
    void weightFromTheEnvironmentIsCheckedTheSame(String value) {
        Loading loading = Loading.base("").env("WARMPATH_SCORING__PREFILL__OVERLAP_WEIGHT", value);

        assertThat(loading.onlyProblem().path()).isEqualTo(PREFILL);
        assertThat(loading.onlyProblem().origin())
                .hasToString("environment variable WARMPATH_SCORING__PREFILL__OVERLAP_WEIGHT");
    }
}
